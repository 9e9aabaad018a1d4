"""The Rust crate: types.rs, api.rs, op.rs, client.rs, version.rs beside the runtime."""

import json
import textwrap

import model

KEYWORDS = set(
    "as async await box break const continue dyn else enum extern false final fn for gen if impl in let loop macro "
    "match mod move mut override priv pub ref return static struct trait true try type typeof unsafe unsized use "
    "virtual where while yield".split()
)

HEAD = "//! Made by sdk/generator from the API's description. Do not edit.\n\n"

# Methods are named as the API names its fields and parameters: `add`, `from`.
ALLOWED = "#![allow(clippy::should_implement_trait, clippy::wrong_self_convention)]\n\n"


def name_of(name):
    made = model.snake(name)
    if made in ("self", "super", "crate"):
        return made + "_"
    return "r#" + made if made in KEYWORDS else made


def comment(text, indent=""):
    lines = [each for line in text.strip().splitlines() for each in textwrap.wrap(line, 96)]
    return "".join("%s/// %s\n" % (indent, each) for each in lines)


def bare_type(ref):
    if ref.kind == "list":
        return "Vec<%s>" % bare_type(ref.item)
    if ref.kind == "adText":
        return "TextOr<%s>" % ref.name
    if ref.kind == "object":
        return ref.name
    return {"money": "Money", "number": "f64", "int": "i64", "bool": "bool", "bytes": "Vec<u8>",
            "any": "Value"}.get(ref.kind, "String")


def way_of(each, one):
    """must: always there. field: absent, null or a value. option: a value or nothing, in what is only read."""
    if one.required and not one.nullable and not each.patch:
        return "must"
    return "field" if each.input else "option"


def field_type(each, one):
    wrap = {"must": "%s", "field": "Field<%s>", "option": "Option<%s>"}[way_of(each, one)]
    return wrap % bare_type(one.type)


def setter(each, one):
    name, bare = name_of(one.name), bare_type(one.type)
    head = "    pub fn %s(mut self, value: impl Into<%s>) -> Self {\n" % (
        name, "Value" if bare == "Value" else "Field<%s>" % bare)
    if way_of(each, one) == "must":
        value = "value.into()" if bare == "Value" else "value.into().into_value().unwrap_or_default()"
    else:
        value = "field_of(value.into())" if bare == "Value" else "value.into()"
    return comment("Sets `%s`. %s" % (one.name, one.doc), "    ") + head + (
        "        self.%s = %s;\n        self\n    }\n" % (name, value))


def struct(each):
    out = [comment(each.name + ": " + each.doc), "#[derive(Clone, Debug, Default, PartialEq)]\n#[non_exhaustive]\n"]
    out.append("pub struct %s {\n" % each.name)
    for one in each.fields:
        known = " Known: %s." % ", ".join(one.type.values) if one.type.values else ""
        out.append(comment(one.doc + known, "    "))
        out.append("    pub %s: %s,\n" % (name_of(one.name), field_type(each, one)))
    if each.name == "SyncPlan":
        out.append("    pub(crate) selection: Option<Value>,\n")
    out.append("    /// Fields that were added to the API after this package was made.\n")
    return "".join(out) + "    pub extra: Map,\n}\n\n"


def codec(each):
    out = ["impl Json for %s {\n    fn from_json(value: Value) -> Result<Self, DecodeError> {\n" % each.name]
    out.append("        let mut members = Members::of(value)?;\n        Ok(%s {\n" % each.name)
    for one in each.fields:
        out.append('            %s: members.%s("%s")?,\n' % (name_of(one.name), way_of(each, one), one.name))
    if each.name == "SyncPlan":
        out.append("            selection: None,\n")
    out.append("            extra: members.rest(),\n        })\n    }\n\n")
    out.append("    fn to_json(&self) -> Value {\n        let mut members = self.extra.clone();\n")
    for one in each.fields:
        way = way_of(each, one)
        out.append('        %s(&mut members, "%s", &self.%s%s);\n' % (
            "put" if way == "must" else "put_" + way, one.name, name_of(one.name),
            ", " + str(one.nullable).lower() if way == "option" else ""))
    out.append("        Value::Object(members)\n    }\n}\n\n")
    out.append("impl From<%s> for Value {\n    fn from(value: %s) -> Value {\n        value.to_json()\n    }\n}\n\n"
               % (each.name, each.name))
    return "".join(out)


def types(made):
    out = [HEAD.replace("//! Made", "//! The objects of the API. Made"),
           ALLOWED, "use crate::Money;\nuse crate::json::{Map, Value};\n",
           "use crate::object::{DecodeError, Field, Json, Members, TextOr, field_of, put, put_field, put_option};\n",
           "use crate::request::Meta;\n\n"]
    texts = {ref.name for each in made.types.values() for one in each.fields
             for ref in (one.type, one.type.item) if ref and ref.kind == "adText"}
    metas = {method.meta for space in made.namespaces for method in space.methods if method.meta}
    for each in made.types.values():
        if "extra" in [name_of(one.name) for one in each.fields]:
            raise SystemExit("%s has a field named extra, which the Rust package uses itself" % each.name)
        out.append(struct(each))
        if each.input:
            out.append("impl %s {\n    pub fn new() -> Self {\n        Self::default()\n    }\n" % each.name)
            out += ["\n" + setter(each, one) for one in each.fields]
            out.append("}\n\n")
        out.append(codec(each))
        if each.name in metas:
            out.append("impl Meta for %s {\n    fn next_cursor(&self) -> Option<&str> {\n"
                       "        self.next_cursor.as_deref()\n    }\n}\n\n" % each.name)
        if each.name in texts:
            out.append("impl From<{0}> for TextOr<{0}> {{\n    fn from(value: {0}) -> Self {{\n"
                       "        TextOr::Object(value)\n    }}\n}}\n\n".format(each.name))
    return "".join(out).rstrip() + "\n"


def path_of(method):
    if not method.path_parameters:
        return '"%s".to_owned()' % method.path
    text = method.path
    for each in method.path_parameters:
        text = text.replace("{%s}" % each.name, "{}")
    return 'format!("%s", %s)' % (
        text, ", ".join("escaped(%s)" % name_of(each.argument) for each in method.path_parameters))


def request_type(method):
    name = "op::" + model.pascal(method.operation)
    if method.result == "page":
        return "List<%s, %s, %s>" % (name, method.type, method.meta)
    return "Request<%s, %s>" % (name, {"bytes": "Vec<u8>", "json": "Value"}.get(method.result, method.type))


def is_conditional(made, method):
    fields = made.types[method.body].fields if method.body else []
    return method.http == "PATCH" and any(each.name == "expectedVersion" for each in fields)


def method_lines(made, method):
    arguments = ["&self"] + ["%s: &str" % name_of(each.argument) for each in method.path_parameters]
    if method.body:
        arguments.append("body: %s" % method.body)
    out = [comment(method.doc, "    ")]
    out.append("    pub fn %s(%s) -> %s {\n" % (name_of(method.name), ", ".join(arguments), request_type(method)))
    out.append('        let %scall = Call::new("%s", Method::%s, %s);\n' % (
        "mut " if method.body else "", method.operation, method.http, path_of(method)))
    if is_conditional(made, method):
        out.append("        call.conditional = body.expected_version.is_value();\n")
    if method.body:
        out.append("        call.body = Some(body.to_json());\n")
    if method.operation == "previewSync":
        out.append("        Request::of(&self.core, call, read_plan)\n    }\n")
    elif method.result == "page":
        out.append("        List::new(&self.core, call)\n    }\n")
    else:
        out.append("        Request::%s(&self.core, call)\n    }\n" % method.result)
    return "".join(out)


def parameter_lines(each):
    """A method of the request for each parameter."""
    if each.type.kind == "list":
        argument, values = "values: impl IntoIterator<Item = impl ToString>", "values"
    elif each.type.kind in ("int", "bool"):
        argument, values = "value: " + bare_type(each.type), "[value]"
    else:
        argument, values = "value: impl Into<String>", "[value.into()]"
    known = (each.type.item or each.type).values
    text = each.doc + (" Known: %s." % ", ".join(known) if known else "")
    if each.place == "query":
        line = 'self.call.set_query("%s", %s)' % (each.name, values)
    else:
        line = 'self.call.set_header("%s", value.into())' % each.name
    return comment(text or "Sets `%s`." % each.name, "    ") + (
        "    pub fn %s(mut self, %s) -> Self {\n        %s;\n        self\n    }\n" % (
            name_of(each.argument), argument, line))


def api(made):
    out = [HEAD.replace("//! Made", "//! The methods of the client, by part of the API. Made"),
           ALLOWED,
           "use std::sync::Arc;\n\nuse http::Method;\n\n",
           "use crate::call::{Call, Core};\nuse crate::json::Value;\nuse crate::object::Json;\nuse crate::op;\n",
           "use crate::request::{List, Request};\nuse crate::sync::read_plan;\nuse crate::text::escaped;\n",
           "use crate::types::*;\n\n"]
    for space in made.namespaces:
        name = model.pascal(space.name)
        out.append(comment(space.doc) + "#[derive(Clone, Debug)]\npub struct %s {\n    core: Arc<Core>,\n}\n\n" % name)
        out.append("impl %s {\n    pub(crate) fn of(core: &Arc<Core>) -> Self {\n" % name)
        out.append("        %s { core: core.clone() }\n    }\n" % name)
        out += ["\n" + method_lines(made, method) for method in space.methods]
        out.append("}\n\n")
        for method in space.methods:
            if method.parameters:
                out.append("/// Parameters of `%s.%s`.\nimpl %s {\n" % (
                    model.snake(space.name), model.snake(method.name), request_type(method)))
                out.append("\n".join(parameter_lines(each) for each in method.parameters) + "}\n\n")
    return "".join(out).rstrip() + "\n"


def operations(made):
    """A type for each operation, so that a request has the parameters of its own operation only."""
    out = [HEAD.replace("//! Made", "//! Names of the operations, which tell requests apart. Made")]
    for space in made.namespaces:
        for method in space.methods:
            out.append("/// `%s.%s`\n#[derive(Clone, Copy, Debug)]\npub enum %s {}\n\n" % (
                model.snake(space.name), model.snake(method.name), model.pascal(method.operation)))
    return "".join(out).rstrip() + "\n"


CLIENT = """use std::sync::Arc;

use crate::api;
use crate::call::{Builder, Core};
use crate::error::Error;

/// A client of one adcore server. A clone of it is cheap and shares its connections.
#[derive(Clone, Debug)]
pub struct Adcore {
    core: Arc<Core>,
}

impl Adcore {
    /// A client with a token and otherwise the defaults.
    pub fn new(base_url: impl Into<String>, token: impl Into<String>) -> Result<Self, Error> {
        Self::builder(base_url).token(token).build()
    }

    /// The address of the server, with or without `/api/v1`; all else is optional.
    pub fn builder(base_url: impl Into<String>) -> Builder {
        Builder::new(base_url.into())
    }

    pub(crate) fn of_core(core: Arc<Core>) -> Self {
        Adcore { core }
    }
"""


def client(made):
    out = [HEAD, CLIENT]
    for space in made.namespaces:
        out.append("\n%s    pub fn %s(&self) -> api::%s {\n        api::%s::of(&self.core)\n    }\n" % (
            comment(space.doc, "    "), name_of(space.name), model.pascal(space.name), model.pascal(space.name)))
    return "".join(out) + "}\n"


def version(made):
    retry = sorted(each.status for each in made.errors if each.retry)
    return ("%s/// The version of the API's description.\npub const VERSION: &str = %s;\n\n"
            "pub(crate) const RETRY_STATUSES: &[u16] = &%s;\n" % (HEAD, json.dumps(made.version), json.dumps(retry)))


def package(made):
    return """[package]
name = "adcore"
version = "%s"
edition = "2024"
rust-version = "1.85"
description = "Client of the adcore API"
readme = "README.md"
include = ["/src", "/README.md", "/CHANGELOG.md", "/LICENSE"]

[dependencies]
bytes = "1"
futures-core = { version = "0.3", default-features = false, features = ["alloc"] }
http = "1"
http-body-util = "0.1"
hyper-rustls = { version = "0.27", default-features = false, features = ["http1", "ring", "tls12"] }
hyper-util = { version = "0.1", default-features = false, features = ["client-legacy", "http1", "tokio"] }
ring = "0.17"
rustls = { version = "0.23", default-features = false, features = ["ring", "std", "tls12"] }
rustls-native-certs = "0.8"
tokio = { version = "1", default-features = false, features = ["rt", "time"] }
""" % made.version


def emit(made):
    """The files of the crate that are generated, by path."""
    return {
        "src/types.rs": types(made),
        "src/api.rs": api(made),
        "src/op.rs": operations(made),
        "src/client.rs": client(made),
        "src/version.rs": version(made),
        "Cargo.toml": package(made),
    }


RUNTIME = {"*.rs": "src"}  # of sdk/rust/runtime, to this folder of the crate
