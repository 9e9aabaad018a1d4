"""Connects Google's own client to the simulator. The client speaks gRPC and the simulator REST,
and Google's servers speak both. As at Google, a server between them writes each call as JSON by
the published mapping and reads the answer back strictly, so that an unknown field or enum value
is an error. Refusals are returned as Google returns them, in the trailing metadata.
"""

import http.client
import importlib
import json
import re
from concurrent import futures

import google.auth.transport.grpc
import google.auth.transport.requests
import grpc
from google.ads.googleads.client import GoogleAdsClient
from google.ads.googleads.v26.errors.types.errors import GoogleAdsFailure
from google.oauth2.credentials import Credentials
from google.protobuf import any_pb2, json_format
from google.rpc import error_details_pb2, status_pb2

VERSION = "v26"
SERVICES = "google.ads.googleads.%s.services" % VERSION
FAILURE = "google.ads.googleads.%s.errors.googleadsfailure-bin" % VERSION
# Paths below the customer, by the method's name; the others are a collection's :mutate.
PATHS = {
    "Mutate": "/googleAds:mutate",
    "Search": "/googleAds:search",
    "SearchStream": "/googleAds:searchStream",
    "UploadClickConversions": ":uploadClickConversions",
}
LOCAL = grpc.LocalConnectionType.LOCAL_TCP
assert error_details_pb2.RetryInfo  # registers the type for Any


def snake(name):
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def types_of(service, method):
    """The library's published messages of a method."""
    module = importlib.import_module("%s.types.%s" % (SERVICES, snake(service)))
    names = {
        "Mutate": ("MutateGoogleAdsRequest", "MutateGoogleAdsResponse"),
        "Search": ("SearchGoogleAdsRequest", "SearchGoogleAdsResponse"),
        "SearchStream": ("SearchGoogleAdsStreamRequest", "SearchGoogleAdsStreamResponse"),
    }.get(method, (method + "Request", method + "Response"))
    return [getattr(module, name).pb() for name in names]


class Refused(Exception):
    def __init__(self, status, error):
        super().__init__(error["message"])
        self.status, self.error = status, error


class Front(grpc.GenericRpcHandler):
    def __init__(self, sandbox):
        self.sandbox = sandbox
        self.sent = []
        self.server = grpc.server(futures.ThreadPoolExecutor(max_workers=2))
        self.server.add_generic_rpc_handlers((self,))
        credentials = grpc.local_server_credentials(LOCAL)
        self.port = self.server.add_secure_port("127.0.0.1:0", credentials)
        self.server.start()

    def stop(self):
        self.server.stop(None).wait()

    def service(self, details):
        _, full, method = details.method.split("/")
        name = full.rpartition(".")[2]

        def unary(request, context):
            return self.answer(name, method, request, context)

        def stream(request, context):
            for part in self.answer(name, method, request, context):
                yield part

        if method == "SearchStream":
            return grpc.unary_stream_rpc_method_handler(stream)
        return grpc.unary_unary_rpc_method_handler(unary)

    def answer(self, service, method, data, context):
        asked, told = types_of(service, method)
        request = asked.FromString(data)
        try:
            value = self.exchange(method, request, dict(context.invocation_metadata()))
        except Refused as refused:
            context.set_trailing_metadata(trailers(refused.error))
            context.abort(grpc.StatusCode[refused.error["status"]], str(refused))
        if method == "SearchStream":
            return [json_format.ParseDict(v, told()).SerializeToString() for v in value]
        return json_format.ParseDict(value, told()).SerializeToString()

    def exchange(self, method, request, metadata):
        body = json_format.MessageToDict(request)
        customer = body.pop("customerId", None)
        verb, text = "POST", json.dumps(body)
        if method == "ListAccessibleCustomers":
            verb, path, text = "GET", "customers:listAccessibleCustomers", None
        else:
            collection = method.removeprefix("Mutate")
            other = "/%s:mutate" % (collection[:1].lower() + collection[1:])
            path = "customers/%s%s" % (customer, PATHS.get(method, other))
        heads = {"Content-Type": "application/json"}
        for name in ("authorization", "developer-token", "login-customer-id"):
            if name in metadata:
                heads[name] = metadata[name]
        connection = http.client.HTTPConnection("127.0.0.1", self.sandbox.port, timeout=30)
        connection.request(verb, "/google/%s/%s" % (VERSION, path), text, heads)
        answer = connection.getresponse()
        value = json.loads(answer.read())
        connection.close()
        self.sent.append((verb, path, heads))
        if answer.status == 200:
            return value
        error = value[0]["error"] if isinstance(value, list) else value["error"]
        assert error["code"] == answer.status
        raise Refused(answer.status, error)


def trailers(error):
    """The failure's details as gRPC metadata. Each is read strictly."""
    status = status_pb2.Status(
        code=grpc.StatusCode[error["status"]].value[0], message=error["message"]
    )
    found = [("request-id", "none")]
    for detail in error.get("details", []):
        packed = json_format.ParseDict(detail, any_pb2.Any())
        status.details.append(packed)
        failure = GoogleAdsFailure.pb()()
        if packed.Unpack(failure):
            found = [("request-id", failure.request_id), (FAILURE, failure.SerializeToString())]
    found.append(("grpc-status-details-bin", status.SerializeToString()))
    return tuple(found)


def client_of(front, account, monkeypatch, refresh_token=None):
    """The library's client of an account, with another endpoint."""
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "grpc_proxy"):
        monkeypatch.delenv(name, raising=False)
    token = "http://127.0.0.1:%d/google-oauth/token" % front.sandbox.port

    def credentials(*arguments, **named):
        return Credentials(*arguments, **{**named, "token_uri": token})

    monkeypatch.setattr("google.ads.googleads.oauth2.InstalledAppCredentials", credentials)
    client = GoogleAdsClient.load_from_dict(
        {
            "developer_token": "developer",
            "client_id": "client",
            "client_secret": "secret",
            "refresh_token": refresh_token or account.refresh_token,
            "login_customer_id": account.id,
            "use_proto_plus": True,
        },
        version=VERSION,
    )
    request = google.auth.transport.requests.Request()

    def create_channel(*_, credentials=None, options=None, **__):
        plugin = google.auth.transport.grpc.AuthMetadataPlugin(credentials, request)
        both = grpc.composite_channel_credentials(
            grpc.local_channel_credentials(LOCAL), grpc.metadata_call_credentials(plugin)
        )
        return grpc.secure_channel("127.0.0.1:%d" % front.port, both, options)

    monkeypatch.setattr("google.api_core.grpc_helpers.create_channel", create_channel)
    return client
