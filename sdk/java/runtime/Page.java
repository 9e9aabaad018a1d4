package adcore;

import java.util.List;

/** One page of a list. */
public final class Page<T, M extends PageMeta> {
    private final List<T> data;
    private final M meta;

    Page(List<T> data, M meta) {
        this.data = data;
        this.meta = meta;
    }

    public List<T> data() {
        return data;
    }

    public M meta() {
        return meta;
    }
}
