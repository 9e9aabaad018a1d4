//! Calls that are not sent yet: their parameters and options, and how they are sent.

use std::collections::VecDeque;
use std::fmt;
use std::future::{IntoFuture, poll_fn};
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_core::Stream;

use crate::call::{Answer, Call, Core, ResponseInfo};
use crate::error::Error;
use crate::json::Value;
use crate::object::Json;
use crate::transport::BoxFuture;

/// A call whose response is one `T`. `.await` sends it.
#[must_use = "a request is sent when it is awaited"]
pub struct Request<O, T> {
    pub(crate) core: Arc<Core>,
    pub(crate) call: Call,
    read: fn(&Call, Answer) -> Result<T, Error>,
    operation: PhantomData<fn() -> O>,
}

/// A call that lists objects: [`stream`](List::stream) and [`all`](List::all) go over all pages,
/// [`page`](List::page) requests one.
#[must_use = "a list is requested by stream, all or page"]
pub struct List<O, T, M> {
    pub(crate) core: Arc<Core>,
    pub(crate) call: Call,
    operation: PhantomData<fn() -> O>,
    rows: PhantomData<fn() -> (T, M)>,
}

macro_rules! options {
    ($($name:ident<$($part:ident),*>)*) => {$(
        impl<$($part),*> $name<$($part),*> {
            /// The limit of one attempt.
            pub fn timeout(mut self, timeout: Duration) -> Self {
                self.call.options.timeout = Some(timeout);
                self
            }

            /// Retries after the first attempt.
            pub fn max_retries(mut self, count: u32) -> Self {
                self.call.options.max_retries = Some(count);
                self
            }

            /// Two requests with one key are carried out once. A POST without one has a key of its own.
            pub fn idempotency_key(mut self, key: impl Into<String>) -> Self {
                self.call.options.idempotency_key = Some(key.into());
                self
            }

            /// The Space of this request.
            pub fn space_id(mut self, id: impl Into<String>) -> Self {
                self.call.options.space_id = Some(id.into());
                self
            }

            /// A header of this request.
            pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
                self.call.options.headers.push((name.into(), value.into()));
                self
            }

            /// A function that gets the head of each response.
            pub fn on_response(mut self, tell: impl Fn(&ResponseInfo) + Send + Sync + 'static) -> Self {
                self.call.options.on_response = Some(Arc::new(tell));
                self
            }
        }

        impl<$($part),*> fmt::Debug for $name<$($part),*> {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "{} {}", self.call.method, self.call.path)
            }
        }
    )*};
}

options! { Request<O, T> List<O, T, M> }

impl<O, T: Json> Request<O, T> {
    pub(crate) fn object(core: &Arc<Core>, call: Call) -> Self {
        Self::of(core, call, |_, answer| Ok(T::from_json(answer.data)?))
    }
}

impl<O> Request<O, Vec<u8>> {
    pub(crate) fn bytes(core: &Arc<Core>, mut call: Call) -> Self {
        call.raw = true;
        Self::of(core, call, |_, answer| Ok(answer.bytes.to_vec()))
    }
}

impl<O> Request<O, Value> {
    pub(crate) fn json(core: &Arc<Core>, mut call: Call) -> Self {
        call.raw = true;
        Self::of(core, call, |_, answer| {
            let wanted = crate::DecodeError::wanted("JSON");
            crate::json::parse_bytes(&answer.bytes).ok_or(Error::Decode(wanted))
        })
    }
}

impl<O, T> Request<O, T> {
    pub(crate) fn of(
        core: &Arc<Core>,
        call: Call,
        read: fn(&Call, Answer) -> Result<T, Error>,
    ) -> Self {
        Request {
            core: core.clone(),
            call,
            read,
            operation: PhantomData,
        }
    }
}

impl<O, T: 'static> IntoFuture for Request<O, T> {
    type Output = Result<T, Error>;
    type IntoFuture = BoxFuture<Result<T, Error>>;

    fn into_future(self) -> Self::IntoFuture {
        let Request {
            core, call, read, ..
        } = self;
        Box::pin(async move {
            let answer = core.send(&call).await?;
            read(&call, answer)
        })
    }
}

/// The `meta` of a page.
pub trait Meta: Json + Default {
    fn next_cursor(&self) -> Option<&str>;
}

/// One page of a list.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Page<T, M> {
    pub data: Vec<T>,
    pub meta: M,
}

async fn fetch<T: Json, M: Meta>(core: Arc<Core>, call: Call) -> Result<Page<T, M>, Error> {
    let answer = core.send(&call).await?;
    let meta = if answer.meta.is_null() {
        M::default()
    } else {
        M::from_json(answer.meta)?
    };
    Ok(Page {
        data: Vec::from_json(answer.data)?,
        meta,
    })
}

impl<O, T: Json, M: Meta> List<O, T, M> {
    pub(crate) fn new(core: &Arc<Core>, call: Call) -> Self {
        List {
            core: core.clone(),
            call,
            operation: PhantomData,
            rows: PhantomData,
        }
    }

    /// The first page, or the one at the cursor of the parameters.
    pub async fn page(self) -> Result<Page<T, M>, Error> {
        fetch(self.core, self.call).await
    }

    /// Goes over the objects of all pages. A page is requested when the one before it is used up.
    pub fn stream(self) -> Pages<T, M> {
        Pages {
            core: self.core,
            call: self.call,
            rows: VecDeque::new(),
            is_over: false,
            next: None,
        }
    }

    /// The objects of all pages.
    pub async fn all(self) -> Result<Vec<T>, Error>
    where
        T: Unpin + Send + 'static,
        M: Unpin + Send + 'static,
    {
        let mut stream = self.stream();
        let mut found = Vec::new();
        while let Some(each) = stream.try_next().await? {
            found.push(each);
        }
        Ok(found)
    }
}

/// The objects of all pages, as a `Stream` of results and by [`try_next`](Pages::try_next). After an error
/// it ends.
#[must_use = "nothing is requested before the first object is asked for"]
pub struct Pages<T, M> {
    core: Arc<Core>,
    call: Call,
    rows: VecDeque<T>,
    is_over: bool,
    next: Option<BoxFuture<Result<Page<T, M>, Error>>>,
}

impl<T, M> fmt::Debug for Pages<T, M> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Pages of {}", self.call.path)
    }
}

impl<T, M> Pages<T, M>
where
    T: Json + Unpin + Send + 'static,
    M: Meta + Unpin + Send + 'static,
{
    /// The next object; `None` at the end.
    pub async fn try_next(&mut self) -> Result<Option<T>, Error> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context))
            .await
            .transpose()
    }
}

impl<T, M> Stream for Pages<T, M>
where
    T: Json + Unpin + Send + 'static,
    M: Meta + Unpin + Send + 'static,
{
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(each) = self.rows.pop_front() {
                return Poll::Ready(Some(Ok(each)));
            }
            if self.is_over {
                return Poll::Ready(None);
            }
            if self.next.is_none() {
                self.next = Some(Box::pin(fetch(self.core.clone(), self.call.clone())));
            }
            let Some(next) = self.next.as_mut() else {
                continue;
            };
            let outcome = ready!(next.as_mut().poll(context));
            self.next = None;
            let page = match outcome {
                Ok(page) => page,
                Err(error) => {
                    self.is_over = true;
                    return Poll::Ready(Some(Err(error)));
                }
            };
            self.rows = page.data.into();
            match page.meta.next_cursor() {
                Some(cursor) => self.call.set_query("cursor", [cursor]),
                None => self.is_over = true,
            }
        }
    }
}
