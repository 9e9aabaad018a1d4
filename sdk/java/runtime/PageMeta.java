package adcore;

/** The {@code meta} of a page. */
public interface PageMeta {
    /** The cursor of the next page; null on the last page. */
    String nextCursor();
}
