"""Reading an OpenAPI document: references followed, operations in their order."""

METHODS = ("get", "post", "patch", "delete", "put", "head", "options", "trace")


def resolve(doc, node):
    """The node that references point to. Other members beside a reference are descriptions only."""
    while isinstance(node, dict) and "$ref" in node:
        assert node["$ref"].startswith("#/"), node["$ref"]
        target = doc
        for word in node["$ref"][2:].split("/"):
            target = target[word.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def operations(doc):
    """For each operation: path, method, the operation, and the path's shared parameters."""
    for path, item in doc["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method], item.get("parameters", [])
