"""Objects of the API. An object keeps everything that was read, also fields that came later."""

import base64
import json
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar, Dict, List, Mapping, Optional, Tuple, Type, TypeVar, Union

Money = Union[Decimal, int, str]
M = TypeVar("M", bound="Model")
_classes: Dict[str, Type["Model"]] = {}


def amount(value: Any) -> Decimal:
    """An amount of money; a float counts as its shortest decimal digits."""
    if isinstance(value, bool):
        raise ValueError("%r is no amount" % value)
    try:
        made = Decimal(repr(value) if isinstance(value, float) else value)
    except (InvalidOperation, TypeError, ValueError):
        raise ValueError("%r is no amount: give a Decimal or digits such as '131072.01'" % (value,)) from None
    if not made.is_finite():
        raise ValueError("%r is no amount" % (value,))
    return made


def convert(kind: str, name: str, value: Any) -> Any:
    if value is None:
        return None
    if kind == "money":
        return amount(value)
    if kind == "number" and isinstance(value, Decimal):
        return float(value)
    if kind == "list" and isinstance(value, (list, tuple)):
        inner, _, name = name.partition(":")
        return [convert(inner, name, each) for each in value]
    if kind in ("object", "adText") and isinstance(value, Mapping):
        return _classes[name].from_dict(value)
    return value


class Model:
    """Attributes are the fields in snake_case; a field that is absent reads as None. `"name" in
    object` and `object["name"]` use the names of the API, also those that this package does not know."""

    _fields: ClassVar[Mapping[str, Tuple[str, str, str]]] = {}  # attribute: name, kind, type inside
    _kinds: ClassVar[Mapping[str, Tuple[str, str]]] = {}
    _data: Dict[str, Any]

    def __init_subclass__(cls) -> None:
        _classes[cls.__name__] = cls
        cls._kinds = {name: (kind, inner) for name, kind, inner in cls._fields.values()}

    def __init__(self, **fields: Any) -> None:
        object.__setattr__(self, "_data", {})
        for name, value in fields.items():
            setattr(self, name, value)

    def _put(self, name: str, value: Any) -> None:
        kind, inner = self._kinds.get(name, ("any", ""))
        self._data[name] = convert(kind, inner, value)

    def __setattr__(self, attribute: str, value: Any) -> None:
        if attribute not in self._fields:
            raise AttributeError("%s has no field %s" % (type(self).__name__, attribute))
        self._put(self._fields[attribute][0], value)

    def __getattr__(self, attribute: str) -> Any:
        if attribute in self._fields:
            return self._data.get(self._fields[attribute][0])
        raise AttributeError("%s has no field %s" % (type(self).__name__, attribute))

    def __delattr__(self, attribute: str) -> None:
        self._data.pop(self._fields[attribute][0], None)

    def __contains__(self, name: str) -> bool:
        return name in self._data

    def __getitem__(self, name: str) -> Any:
        return self._data[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self._put(name, value)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._data == getattr(other, "_data", None)

    def __repr__(self) -> str:
        return "%s(%r)" % (type(self).__name__, self._data)

    @classmethod
    def from_dict(cls: Type[M], data: Mapping[str, Any]) -> M:
        """An object of a mapping whose keys are names of the API or attributes."""
        made = cls()
        for name, value in data.items():
            made._put(cls._fields[name][0] if name in cls._fields else name, value)
        return made

    def to_dict(self) -> Dict[str, Any]:
        """The object by the names of the API, with all that it holds."""
        return {name: _plain(value) for name, value in self._data.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    return [_plain(each) for each in value] if isinstance(value, list) else value


def dumps(value: Any) -> str:
    """JSON in which an amount is written with its own digits."""
    if isinstance(value, Model):
        value = value._data
    if isinstance(value, Mapping):
        return "{%s}" % ",".join("%s:%s" % (json.dumps(str(k)), dumps(v)) for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return "[%s]" % ",".join(map(dumps, value))
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, (bytes, bytearray)):
        return json.dumps(base64.b64encode(value).decode())
    if hasattr(value, "isoformat"):
        return json.dumps(value.isoformat())
    return json.dumps(value, allow_nan=False)


def loads(text: str) -> Any:
    return json.loads(text, parse_float=Decimal)


def query_value(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(query_value, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def body_of(name: str, body: Union[Model, Mapping[str, Any], None]) -> Optional[Model]:
    if body is None or isinstance(body, Model):
        return body
    return _classes[name].from_dict(body)


def objects_of(name: str, data: List[Any]) -> List[Any]:
    return [convert("object", name, each) for each in data]
