"""The peer of ./dev bench oauth from Debian: glewlwyd on a port of its own with its rows in
SQLite, set up as its documentation describes: a fresh database, then its administration API."""

import gzip
import http.cookiejar
import json
import os
import sqlite3
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

SCHEMA = "/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz"
MODULES = "/usr/lib/glewlwyd"
CONFIG = """port={port}
bind_address="127.0.0.1"
external_url="{url}"
login_url="login.html"
api_prefix="api"
log_mode="console"
log_level="NONE"
cookie_domain="127.0.0.1"
cookie_secure=0
session_key="GLEWLWYD2_SESSION_ID"
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="{modules}/user"
user_middleware_module_path="{modules}/user_middleware"
client_module_path="{modules}/client"
user_auth_scheme_module_path="{modules}/scheme"
plugin_module_path="{modules}/plugin"
hash_algorithm="SHA512"
database = {{ type = "sqlite3"; path = "{database}"; }};
"""
GRANTS = ["refresh_token", "client_credentials", "password"]


class Glewlwyd:
    """Starts it. .load has the bench's input, in the form that oidc_provider.mjs prints."""

    def __init__(self, folder, port, count):
        self.url = f"http://127.0.0.1:{port}"
        self.cookies = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        database = os.path.join(folder, "glewlwyd.db")
        config = os.path.join(folder, "glewlwyd.conf")
        with gzip.open(SCHEMA, "rt", encoding="utf-8") as text:
            sqlite3.connect(database).executescript(text.read())
        with open(config, "w", encoding="utf-8") as out:
            out.write(CONFIG.format(port=port, url=self.url, modules=MODULES, database=database))
        self.child = subprocess.Popen(["glewlwyd", "--config-file", config],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.pid = self.child.pid
        self.wait()
        self.set_up(folder)
        self.load = self.tokens(count)

    def wait(self):
        for _ in range(200):
            try:
                self.call("GET", "/config")
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("bench: glewlwyd does not answer")

    def call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"},
                                         method=method)
        with self.cookies.open(request, timeout=30) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def set_up(self, folder):
        key, public = os.path.join(folder, "key.pem"), os.path.join(folder, "public.pem")
        subprocess.run(["openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key],
                       check=True, capture_output=True)
        subprocess.run(["openssl", "ec", "-in", key, "-pubout", "-out", public], check=True,
                       capture_output=True)
        with open(key, encoding="utf-8") as secret, open(public, encoding="utf-8") as shown:
            pair = secret.read(), shown.read()
        self.call("POST", "/api/auth", {"username": "admin", "password": "password"})
        self.call("POST", "/api/mod/plugin/", {
            "module": "oidc", "name": "oidc", "display_name": "bench", "enabled": True,
            "parameters": {
                "iss": self.url, "jwt-type": "ecdsa", "jwt-key-size": "256", "key": pair[0],
                "cert": pair[1], "access-token-duration": 3600, "refresh-token-duration": 86400,
                "code-duration": 600, "refresh-token-rolling": True,
                "refresh-token-one-use": "always", "allow-non-oidc": True,
                "auth-type-code-enabled": True, "auth-type-token-enabled": False,
                "auth-type-id-token-enabled": True, "auth-type-none-enabled": False,
                "auth-type-password-enabled": True, "auth-type-client-enabled": True,
                "auth-type-device-enabled": False, "auth-type-refresh-enabled": True,
                "subject-type": "public", "jwks-show": True, "pkce-allowed": True,
                "introspection-revocation-allowed": False, "register-client-allowed": False,
                "oauth-dpop-allowed": False, "claims": [], "scope": [],
            }})
        self.call("POST", "/api/scope/", {"name": "bench", "display_name": "bench",
                                          "password_required": False})
        self.call("POST", "/api/user/", {"username": "account", "password": "bench-password",
                                         "enabled": True, "scope": ["openid", "bench"]})
        self.call("POST", "/api/client/", {
            "client_id": "bench", "name": "bench", "confidential": True, "password": "bench-secret",
            "client_secret": "bench-secret", "enabled": True, "scope": ["bench"],
            "authorization_type": ["code", *GRANTS],
            "redirect_uri": ["https://client.example/cb"],
            "token_endpoint_auth_method": ["client_secret_post", "client_secret_basic"]})

    def token(self, **fields):
        form = urllib.parse.urlencode({"client_id": "bench", "client_secret": "bench-secret", **fields})
        with urllib.request.urlopen(f"{self.url}/api/oidc/token", form.encode(), timeout=30) as got:
            return json.loads(got.read())

    def tokens(self, count):
        made = [self.token(grant_type="password", username="account", password="bench-password",
                           scope="openid bench") for _ in range(count)]
        return {"token": f"{self.url}/api/oidc/token", "checked": f"{self.url}/api/oidc/userinfo",
                "access": made[0]["access_token"], "form": "client_id=bench&client_secret=bench-secret",
                "refresh": [each["refresh_token"] for each in made]}

    def stop(self):
        self.child.terminate()
        self.child.wait()
