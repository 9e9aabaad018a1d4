"""A shared Space with its members, for tests of each role's permissions."""

from adcore_make import space_id

ROLES = ("OWNER", "PUBLISHER", "EDITOR", "VIEWER")


class Team:
    """A shared Space with a member of each role."""

    def __init__(self, server, **options):
        self.server = server
        self.owner = server.account()
        args = ["--email", self.owner.email, "--name", "Team"]
        for name, value in options.items():
            args += ["--" + name, value]
        self.made = server.cli("space", "add", *args).json
        self.id = self.made["id"]
        self.accounts = {"OWNER": self.owner}
        self.clients = {}

    def cli(self, *args, **options):
        return self.server.cli("space", *args, **options)

    def account(self, role):
        if role not in self.accounts:
            account = self.server.account()
            self.accounts[role] = account
            self.cli("member", "add", self.id, "--email", account.email, "--role", role)
        return self.accounts[role]

    def client(self, role, scopes="all", env="test"):
        key = (role, str(scopes), env)
        if key not in self.clients:
            self.clients[key] = self.account(role).client(scopes, env, space=self.id)
        return self.clients[key]

    def personal(self):
        """The owner's Personal Space."""
        return space_id(self.owner.client().get("/me").data)
