package adcore

import (
	"context"
	"encoding/json"
)

type cursored interface{ next() string }

// Page is one page of a list.
type Page[T any, M cursored] struct {
	Data []T
	Meta M
}

// Pages iterates over all pages of a list. Nothing is requested before Next or Page.
//
//	each := client.Campaigns.List(ctx, nil)
//	for each.Next() {
//		campaign := each.Value()
//	}
//	if err := each.Err(); err != nil { … }
type Pages[T any, M cursored] struct {
	ctx    context.Context
	core   *core
	call   *call
	data   []T
	at     int
	cursor string
	over   bool
	err    error
}

func (p *Pages[T, M]) fetch(cursor string) (*Page[T, M], error) {
	call := *p.call
	call.query.pairs = append([]string(nil), call.query.pairs...)
	if cursor != "" {
		kept := call.query.pairs[:0]
		for _, each := range call.query.pairs {
			if len(each) < 7 || each[:7] != "cursor=" {
				kept = append(kept, each)
			}
		}
		call.query.pairs = kept
		call.query.add("cursor", cursor)
	}
	data, err := p.core.do(p.ctx, &call)
	if err != nil {
		return nil, err
	}
	var found answer
	page := &Page[T, M]{}
	if err := json.Unmarshal(data, &found); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(found.Data, &page.Data); err != nil {
		return nil, err
	}
	return page, json.Unmarshal(found.Meta, &page.Meta)
}

// Page requests the first page, or the one at the cursor of the parameters.
func (p *Pages[T, M]) Page() (*Page[T, M], error) { return p.fetch("") }

// Next moves on to the next object; it is false at the end and after an error.
func (p *Pages[T, M]) Next() bool {
	p.at++
	for p.at >= len(p.data) {
		if p.over || p.err != nil {
			return false
		}
		page, err := p.fetch(p.cursor)
		if err != nil {
			p.err = err
			return false
		}
		p.data, p.at, p.cursor = page.Data, 0, page.Meta.next()
		p.over = p.cursor == ""
	}
	return true
}

// Value is the object that Next moved to.
func (p *Pages[T, M]) Value() T { return p.data[p.at] }

// Err is the error that ended the iteration.
func (p *Pages[T, M]) Err() error { return p.err }

// All is the objects of all pages.
func (p *Pages[T, M]) All() ([]T, error) {
	var found []T
	for p.Next() {
		found = append(found, p.Value())
	}
	return found, p.err
}
