/*
 * A client in a process of its own that receives commands line by line (see programs/told.py).
 * person receives each URL that the client wants opened, and returns the callback's URL.
 */
import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import readline from 'node:readline';
import { request, until } from './net.mjs';

export class Program {
	constructor(words, { env = {}, person }) {
		this.person = person;
		this.wrong = '';
		if (!existsSync(words[0]))
			throw new Error(`no ${words[0]}: clients_ready of tests/support/client_programs.sh makes it`);
		this.child = spawn(words[0], words.slice(1), { env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env }, stdio: 'pipe' });
		this.child.stderr.on('data', (chunk) => {
			this.wrong += chunk;
		});
		/*
		 * A program that has ended reads no more commands. Its last output has the
		 * reason.
		 */
		this.child.stdin.on('error', () => {});
		this.lines = readline.createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
	}

	/* The result of the last command: { ok } or { error }. */
	async answer() {
		for (;;) {
			const { value, done } = await this.lines.next();
			assert.ok(!done, `the client ended: ${this.wrong}`);
			const said = JSON.parse(value);
			if (!said.open)
				return said;
			const back = await this.person(new URL(said.open));
			if (said.listens)
				await until('the client listens', async () => (await request(back)).status === 200);
			else
				this.child.stdin.write(`${back}\n`);
		}
	}

	async tell(command) {
		this.child.stdin.write(`${JSON.stringify(command)}\n`);
		return this.answer();
	}

	call(name, args = {}) {
		return this.tell({ do: 'call', name, arguments: args });
	}

	/* Ends it, if necessary by force. */
	async end() {
		if (this.child.exitCode !== null || this.child.signalCode !== null)
			return;
		const ended = new Promise((done) => this.child.once('exit', done));
		this.child.stdin.write('{"do":"end"}\n');
		this.child.stdin.end();
		const timer = setTimeout(() => this.child.kill('SIGKILL'), 5000);
		await ended;
		clearTimeout(timer);
	}
}
