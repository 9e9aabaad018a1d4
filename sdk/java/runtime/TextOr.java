package adcore;

import java.util.Objects;

/** A text, or an object with the text and more. */
public final class TextOr<T extends Model> {
    private final String text;
    private final T object;

    private TextOr(String text, T object) {
        this.text = text;
        this.object = object;
    }

    public static <T extends Model> TextOr<T> of(String text) {
        return new TextOr<>(Objects.requireNonNull(text), null);
    }

    public static <T extends Model> TextOr<T> of(T object) {
        return new TextOr<>(null, Objects.requireNonNull(object));
    }

    /** The text; null if it is in the object. */
    public String text() {
        return text;
    }

    /** The object; null if there is a text only. */
    public T object() {
        return object;
    }

    Object plain() {
        return object == null ? text : object.toMap();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TextOr && plain().equals(((TextOr<?>) other).plain());
    }

    @Override
    public int hashCode() {
        return plain().hashCode();
    }

    @Override
    public String toString() {
        return object == null ? text : object.toString();
    }
}
