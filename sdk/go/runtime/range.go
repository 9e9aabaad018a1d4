//go:build go1.23

package adcore

import "iter"

// Each iterates with range over functions: for campaign, err := range pages.Each() { … }.
func (p *Pages[T, M]) Each() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for p.Next() {
			if !yield(p.Value(), nil) {
				return
			}
		}
		if p.err != nil {
			var none T
			yield(none, p.err)
		}
	}
}
