package adcore;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The result of a list method: iterates over all pages, and requests a page when the one before is used up. Nothing is requested
 * before that. Each iteration begins anew.
 */
public final class Pages<T, M extends PageMeta> implements Iterable<T> {
    private final Http http;
    private final Call call;
    private final Function<Map<String, Object>, T> make;
    private final Function<Map<String, Object>, M> makeMeta;

    Pages(Http http, Call call, Function<Map<String, Object>, T> make, Function<Map<String, Object>, M> makeMeta) {
        this.http = http;
        this.call = call;
        this.make = make;
        this.makeMeta = makeMeta;
    }

    /** Requests the first page, or the one at the cursor of the parameters. */
    public Page<T, M> page() {
        return page(null);
    }

    /** Requests the page at the cursor. */
    public Page<T, M> page(String cursor) {
        return http.page(cursor == null ? call : call.at(cursor), make, makeMeta);
    }

    /** The pages one after the other. */
    public Iterable<Page<T, M>> pages() {
        return PageIterator::new;
    }

    @Override
    public Iterator<T> iterator() {
        return new RowIterator();
    }

    /** The objects of all pages; the stream is lazy, too. */
    public Stream<T> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    /** The objects of all pages in one list. */
    public List<T> all() {
        List<T> found = new ArrayList<>();
        forEach(found::add);
        return found;
    }

    private final class PageIterator implements Iterator<Page<T, M>> {
        private String cursor;
        private boolean over;

        @Override
        public boolean hasNext() {
            return !over;
        }

        @Override
        public Page<T, M> next() {
            if (over) {
                throw new NoSuchElementException();
            }
            Page<T, M> page = page(cursor);
            cursor = page.meta().nextCursor();
            over = cursor == null;
            return page;
        }
    }

    private final class RowIterator implements Iterator<T> {
        private final PageIterator pages = new PageIterator();
        private Iterator<T> rows = Collections.emptyIterator();

        @Override
        public boolean hasNext() {
            while (!rows.hasNext() && pages.hasNext()) {
                rows = pages.next().data().iterator();
            }
            return rows.hasNext();
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return rows.next();
        }
    }
}
