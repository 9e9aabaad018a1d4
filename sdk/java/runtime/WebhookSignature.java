package adcore;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signatures of webhooks (Standard Webhooks): HMAC-SHA-256 over "id.timestamp.body". */
public final class WebhookSignature {
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final String SECRET_PREFIX = "whsec_";

    private WebhookSignature() {}

    /** Verifies a webhook whose headers are in a map; upper and lower case of their names are the same. */
    public static Event verify(byte[] body, Map<String, String> headers, String secret) {
        Map<String, String> heads = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        heads.putAll(headers);
        return verify(body, heads::get, secret);
    }

    /**
     * Verifies a webhook and returns its event.
     *
     * @param body the body as it was received
     * @param header returns the value of a header, or null, such as {@code request::getHeader} of a servlet
     * @param secret the secret of the webhook, "whsec_" and base64
     * @throws WebhookSignatureException if the signature is wrong, or its timestamp is more than five minutes off
     */
    public static Event verify(byte[] body, UnaryOperator<String> header, String secret) {
        String sent = header.apply("webhook-timestamp");
        if (sent == null || !sent.matches("[0-9]{1,12}")
                || Duration.between(Instant.ofEpochSecond(Long.parseLong(sent)), Instant.now()).abs().compareTo(TOLERANCE) > 0) {
            throw new WebhookSignatureException("The webhook has no timestamp, or one that is too old or in the future");
        }
        byte[] wanted = ("v1," + Base64.getEncoder().encodeToString(digestOf(header.apply("webhook-id") + "." + sent + ".", body, secret)))
                .getBytes(StandardCharsets.US_ASCII);
        String signatures = header.apply("webhook-signature");
        for (String each : (signatures == null ? "" : signatures).split(" ")) {
            if (MessageDigest.isEqual(each.getBytes(StandardCharsets.UTF_8), wanted)) {
                return eventOf(body);
            }
        }
        throw new WebhookSignatureException("The signature of the webhook does not verify");
    }

    private static Event eventOf(byte[] body) {
        try {
            return new Event(Model.membersOf(Json.parse(body)));
        } catch (IOException error) {
            throw new IllegalArgumentException("The body of the webhook is not JSON", error);
        }
    }

    private static byte[] digestOf(String head, byte[] body, String secret) {
        try {
            String text = secret.startsWith(SECRET_PREFIX) ? secret.substring(SECRET_PREFIX.length()) : secret;
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(text), "HmacSHA256"));
            mac.update(head.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (IllegalArgumentException error) {
            throw new WebhookSignatureException("The secret must be whsec_ and base64");
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }
}
