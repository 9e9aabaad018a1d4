/* axe-core over a page, or over its open dialog, in every look that the application has. */
import { strict as assert } from 'node:assert';
import axe from 'axe-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const LOOKS = ['light', 'dark'].flatMap((colorScheme) => [1280, 390].map((width) => ({ colorScheme, width })));

/*
 * Asserts that axe finds nothing, and that nothing runs off the side: light and dark, on a desktop and
 * a phone. The page's policy must be set aside (Page.setBypassCSP). `part` is a selector; without it
 * the open dialog is examined, or the whole page.
 */
export async function axe_none(page, what, part = null) {
	const before = page.viewportSize();
	await page.evaluate(axe.source);
	for (const { colorScheme, width } of LOOKS) {
		const look = `${what}, ${colorScheme}, ${width}`;
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 844 });
		const { violations } = await page.evaluate(([only, runOnly]) => window.axe.run(only ?? document.querySelector('dialog[open]') ?? document, { runOnly, resultTypes: ['violations'] }), [part, RULES]);
		assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)}`), [], look);
		assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `${look}: runs off the side`);
	}
	await page.emulateMedia({ colorScheme: 'light' });
	await page.setViewportSize(before);
}
