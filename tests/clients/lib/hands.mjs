/*
 * Two ways to operate a page: mouse and keyboard. The keyboard reaches a control by Tab and
 * Shift+Tab alone, and uses it with Enter, Space, arrows and typed text.
 */
import { strict as assert } from 'node:assert';

const TABS_MAX = 250;

export const by_mouse = (page) => ({
	press: (target) => target.click(),
	fill: async (target, text) => {
		await target.click();
		await target.fill(text);
	},
	pick: (target, label) => target.selectOption({ label }),
	/* Opens a row by the cell that names it. */
	row: (grid, text) => grid.getByRole('gridcell').filter({ hasText: text }).first().click(),
	all: (grid) => grid.getByRole('columnheader', { name: 'Select all rows' }).click(),
	node: (tree, text) => tree.getByRole('treeitem').filter({ hasText: text }).first().click(),
	page,
});

/* The control's position: focused, or before or after the focused element. */
const side_of = (target) => target.evaluate((element) => {
	const { activeElement } = document;
	if (element === activeElement)
		return 'here';
	return activeElement && element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING ? 'before' : 'behind';
});

export function by_keyboard(page) {
	const { keyboard } = page;
	const reach = async (target) => {
		await target.waitFor();
		for (let i = 0; i < TABS_MAX; i++) {
			const side = await side_of(target);
			if (side === 'here')
				return;
			await keyboard.press(side === 'before' ? 'Shift+Tab' : 'Tab');
		}
		assert.fail(`no Tab leads to ${target}`);
	};
	/* Moves by arrows until the active part of the widget matches. */
	const arrow_to = async (widget, active, text) => {
		await reach(widget);
		for (let i = 0; i < TABS_MAX; i++) {
			if (text.test(await active.innerText()))
				return;
			await keyboard.press('ArrowDown');
		}
		assert.fail(`no arrow leads to ${text}`);
	};
	return {
		press: async (target) => {
			await reach(target);
			const kind = await target.evaluate((element) => (element.matches('input[type=checkbox]') ? 'Space' : element.matches('input, textarea') ? '' : 'Enter'));
			if (kind)
				await keyboard.press(kind);
		},
		fill: async (target, text) => {
			await reach(target);
			await keyboard.press('Control+a');
			await keyboard.insertText(text);
		},
		pick: async (target, label) => {
			await reach(target);
			const steps = await target.evaluate((select, wanted) => [...select.options].findIndex((one) => one.textContent === wanted) - select.selectedIndex, label);
			for (let i = 0; i < Math.abs(steps); i++)
				await keyboard.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
			assert.equal(await target.evaluate((select) => select.selectedOptions[0].textContent), label);
		},
		row: async (grid, text) => {
			await grid.getByRole('gridcell').filter({ hasText: text }).first().waitFor();
			await arrow_to(grid, grid.locator('.wb-row .active'), text);
			await keyboard.press('Enter');
		},
		all: async (grid) => {
			await reach(grid);
			await keyboard.press('Control+a');
		},
		node: async (tree, text) => {
			await tree.getByRole('treeitem').filter({ hasText: text }).first().waitFor();
			await arrow_to(tree, tree.locator('.wb-node.active'), text);
			await keyboard.press('Enter');
		},
		page,
	};
}
