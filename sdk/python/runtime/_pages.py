"""Lists: one iterator over all pages, which requests a page when the one before is used up."""

from dataclasses import dataclass, replace
from typing import Any, AsyncIterator, Generic, Iterator, List, Optional, TypeVar

from ._http import AsyncHttp, Call, Http, RequestOptions

T = TypeVar("T")
M = TypeVar("M")


@dataclass(frozen=True)
class Page(Generic[T, M]):
    data: List[T]
    meta: M


def _at(call: Call, cursor: Optional[str]) -> Call:
    return call if cursor is None else replace(call, query={**call.query, "cursor": cursor})


class Pages(Generic[T, M]):
    """The result of a list method. Nothing is requested until it is iterated or a page is asked for."""

    def __init__(self, http: Http, call: Call, options: Optional[RequestOptions]) -> None:
        self._http, self._call, self._options = http, call, options

    def page(self, cursor: Optional[str] = None) -> "Page[T, M]":
        """The first page, or the one at the cursor."""
        answer = self._http.call(_at(self._call, cursor), self._options)
        return Page(answer.data, answer.meta)

    def pages(self) -> Iterator["Page[T, M]"]:
        cursor: Optional[str] = None
        while True:
            page = self.page(cursor)
            yield page
            meta: Any = page.meta
            cursor = meta.next_cursor
            if cursor is None:
                return

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data


class AsyncPages(Generic[T, M]):
    """The same for `async for`."""

    def __init__(self, http: AsyncHttp, call: Call, options: Optional[RequestOptions]) -> None:
        self._http, self._call, self._options = http, call, options

    async def page(self, cursor: Optional[str] = None) -> "Page[T, M]":
        answer = await self._http.call(_at(self._call, cursor), self._options)
        return Page(answer.data, answer.meta)

    async def pages(self) -> AsyncIterator["Page[T, M]"]:
        cursor: Optional[str] = None
        while True:
            page = await self.page(cursor)
            yield page
            meta: Any = page.meta
            cursor = meta.next_cursor
            if cursor is None:
                return

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for each in page.data:
                yield each
