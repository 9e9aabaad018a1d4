/* The chart of one figure by day. It is a chunk of its own, which imports nothing of the rest. */
import uPlot from 'uplot';

function color_of(box: HTMLElement, name: string): string {
	return getComputedStyle(box).getPropertyValue(name).trim();
}

function options_of(box: HTMLElement, label: string): uPlot.Options {
	const soft = color_of(box, '--soft');
	const grid = { stroke: color_of(box, '--line'), width: 1 };
	const axis = { stroke: soft, grid, ticks: { show: false }, font: '12px system-ui' };
	return {
		width: box.clientWidth,
		height: 220,
		legend: { show: false },
		cursor: { y: false },
		tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
		axes: [{ ...axis, grid: { show: false } }, { ...axis, size: 64 }],
		scales: { y: { range: (_, __, max) => [0, max > 0 ? max * 1.1 : 1] } },
		series: [{}, { label, stroke: color_of(box, '--go'), width: 2, fill: color_of(box, '--go-back'), spanGaps: false, points: { size: 5 } }],
	};
}

/* Draws into the box and follows its width and the theme; the answer takes it away. */
export function chart_draw(box: HTMLElement, days: number[], values: (number | null)[], label: string): () => void {
	let chart: uPlot | null = null;
	const draw = () => {
		chart?.destroy();
		chart = new uPlot(options_of(box, label), [days, values], box);
	};
	draw();
	const dark = matchMedia('(prefers-color-scheme: dark)');
	dark.addEventListener('change', draw);
	const watch = new ResizeObserver(() => chart && box.clientWidth !== chart.width && chart.setSize({ width: box.clientWidth, height: 220 }));
	watch.observe(box);
	return () => {
		dark.removeEventListener('change', draw);
		watch.disconnect();
		chart?.destroy();
	};
}
