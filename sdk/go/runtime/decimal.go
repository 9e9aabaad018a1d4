package adcore

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// Decimal is an amount of money: a whole number of millionths. Its zero value is 0, and == compares amounts.
type Decimal struct {
	micros int64
}

const unit = 1000000

var decimalForm = regexp.MustCompile(`^-?[0-9]{1,30}(\.[0-9]{1,40})?([eE][+-]?[0-9]{1,2})?$`)

// NewDecimal is a whole amount: 20 of the currency.
func NewDecimal(whole int64) Decimal { return Decimal{whole * unit} }

// DecimalFromMicros is an amount in millionths of the currency.
func DecimalFromMicros(micros int64) Decimal { return Decimal{micros} }

// ParseDecimal reads decimal digits such as "131072.01", with at most six digits behind the point.
func ParseDecimal(text string) (Decimal, error) {
	made, exact, err := readDecimal(text)
	if err == nil && !exact {
		err = fmt.Errorf("adcore: %q has more than six digits behind the point", text)
	}
	return made, err
}

// MustDecimal is ParseDecimal for constants; it panics where the text is no amount.
func MustDecimal(text string) Decimal {
	made, err := ParseDecimal(text)
	if err != nil {
		panic(err)
	}
	return made
}

func readDecimal(text string) (Decimal, bool, error) {
	if !decimalForm.MatchString(text) {
		return Decimal{}, false, fmt.Errorf("adcore: %q is no amount", text)
	}
	value, ok := new(big.Rat).SetString(text)
	if !ok {
		return Decimal{}, false, fmt.Errorf("adcore: %q is no amount", text)
	}
	value.Mul(value, big.NewRat(unit, 1))
	exact := value.IsInt()
	whole, ok := new(big.Int).SetString(value.FloatString(0), 10)
	if !ok || !whole.IsInt64() {
		return Decimal{}, false, fmt.Errorf("adcore: the amount %q is too large", text)
	}
	return Decimal{whole.Int64()}, exact, nil
}

func (d Decimal) Micros() int64                { return d.micros }
func (d Decimal) Add(e Decimal) Decimal        { return Decimal{d.micros + e.micros} }
func (d Decimal) Sub(e Decimal) Decimal        { return Decimal{d.micros - e.micros} }
func (d Decimal) Times(n int64) Decimal        { return Decimal{d.micros * n} }
func (d Decimal) Less(e Decimal) bool          { return d.micros < e.micros }
func (d Decimal) Rat() *big.Rat                { return big.NewRat(d.micros, unit) }
func (d Decimal) MarshalJSON() ([]byte, error) { return []byte(d.String()), nil }

// String is the amount in decimal digits, without zeros at its end.
func (d Decimal) String() string {
	text := new(big.Rat).SetFrac64(d.micros, unit).FloatString(6)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// UnmarshalJSON reads a number; digits behind the sixth, which computed figures may have, are rounded.
func (d *Decimal) UnmarshalJSON(data []byte) error {
	text := string(data)
	if unquoted, err := strconv.Unquote(text); err == nil {
		text = unquoted
	}
	made, _, err := readDecimal(text)
	if err == nil {
		*d = made
	}
	return err
}
