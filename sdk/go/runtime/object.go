package adcore

import (
	"bytes"
	"encoding/json"
	"reflect"
	"sort"
	"strings"
)

// Opt is a field that may be absent or null. Its zero value is absent: it is not sent.
type Opt[T any] struct {
	value T
	state uint8
}

const (
	isNull uint8 = 1
	isSet  uint8 = 2
)

// Set is a field with a value.
func Set[T any](value T) Opt[T] { return Opt[T]{value, isSet} }

// Null is a field that is null: in an update it clears the field.
func Null[T any]() Opt[T] { return Opt[T]{state: isNull} }

// Get is the value, and whether there is one.
func (o Opt[T]) Get() (T, bool) { return o.value, o.state == isSet }

// Or is the value, or another where there is none.
func (o Opt[T]) Or(other T) T {
	if o.state == isSet {
		return o.value
	}
	return other
}

func (o Opt[T]) IsSet() bool    { return o.state == isSet }
func (o Opt[T]) IsNull() bool   { return o.state == isNull }
func (o Opt[T]) IsAbsent() bool { return o.state == 0 }

func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.state != isSet {
		return []byte("null"), nil
	}
	return json.Marshal(o.value)
}

func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	*o = Opt[T]{state: isNull}
	if string(data) == "null" {
		return nil
	}
	o.state = isSet
	return decode(data, &o.value)
}

// TextOr is a text, or an object with the text and more.
type TextOr[T any] struct {
	Text   string
	Object *T
}

func (t TextOr[T]) MarshalJSON() ([]byte, error) {
	if t.Object != nil {
		return json.Marshal(t.Object)
	}
	return json.Marshal(t.Text)
}

func (t *TextOr[T]) UnmarshalJSON(data []byte) error {
	*t = TextOr[T]{}
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &t.Text)
	}
	t.Object = new(T)
	return json.Unmarshal(data, t.Object)
}

// Extra has the fields of an object that this package does not know.
type Extra map[string]json.RawMessage

// decode keeps the digits of numbers whose type is not known.
func decode(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return decoder.Decode(into)
}

func nameOf(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

func isLeftOut(value reflect.Value) bool {
	if each, ok := value.Interface().(interface{ IsAbsent() bool }); ok {
		return each.IsAbsent()
	}
	switch value.Kind() {
	case reflect.Slice, reflect.Interface, reflect.Map, reflect.Pointer:
		return value.IsNil()
	}
	return false
}

// marshalObject writes the fields of a struct that are there, then those that are not known.
func marshalObject(object any, extra Extra) ([]byte, error) {
	var out bytes.Buffer
	put := func(name string, data []byte) {
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		quoted, _ := json.Marshal(name)
		out.Write(quoted)
		out.WriteByte(':')
		out.Write(data)
	}
	value := reflect.ValueOf(object)
	for i := 0; i < value.NumField(); i++ {
		name := nameOf(value.Type().Field(i))
		if name == "" || name == "-" || isLeftOut(value.Field(i)) {
			continue
		}
		data, err := json.Marshal(value.Field(i).Interface())
		if err != nil {
			return nil, err
		}
		put(name, data)
	}
	names := make([]string, 0, len(extra))
	for name := range extra {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		put(name, extra[name])
	}
	return []byte("{" + out.String() + "}"), nil
}

// unmarshalObject reads the fields of a struct, and keeps those that it does not have.
func unmarshalObject(data []byte, object any, extra *Extra) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &members); err != nil {
		return err
	}
	value := reflect.ValueOf(object).Elem()
	for i := 0; i < value.NumField(); i++ {
		name := nameOf(value.Type().Field(i))
		member, found := members[name]
		if name == "" || name == "-" || !found {
			continue
		}
		delete(members, name)
		if err := decode(member, value.Field(i).Addr().Interface()); err != nil {
			return err
		}
	}
	if len(members) > 0 {
		*extra = members
	}
	return nil
}
