/* First steps of a new account: the exact lines that connect an assistant, the ad accounts, a push. */
import type { ComponentChildren, JSX } from 'preact';
import { boot, notice_show, server_url } from '../model/app.ts';
import type { Home } from '../model/home.ts';

interface Assistant {
	name: string;
	how: string;
	before: string;
	after: string;
	/* It reaches only public https addresses. */
	isHosted?: boolean;
}

const ASSISTANTS: Assistant[] = [
	{ name: 'Claude Code', how: 'Run this in a terminal, then /mcp inside Claude Code to sign in.', before: 'claude mcp add --transport http adcore ', after: '' },
	{ name: 'Claude (web and desktop)', how: 'Settings, Connectors, Add custom connector: give this address.', before: '', after: '', isHosted: true },
	{ name: 'ChatGPT', how: 'Settings, Connectors, Advanced, switch on Developer mode, then Create: give this address.', before: '', after: '', isHosted: true },
	{ name: 'Cursor', how: 'In ~/.cursor/mcp.json:', before: '{"mcpServers": {"adcore": {"url": "', after: '"}}}' },
	{ name: 'VS Code', how: 'In .vscode/mcp.json:', before: '{"servers": {"adcore": {"type": "http", "url": "', after: '"}}}' },
];

function Step({ isDone, title, children }: { isDone: boolean; title: string; children: ComponentChildren }): JSX.Element {
	return (
		<li class={isDone ? 'done' : ''}>
			<details open={!isDone}>
				<summary><i class="wb-tick" aria-hidden="true" />{title}<span class="hide">{isDone ? ' (done)' : ' (not done)'}</span></summary>
				<div>{children}</div>
			</details>
		</li>
	);
}

function Line({ assistant, url }: { assistant: Assistant; url: string }): JSX.Element {
	const text = assistant.before + url + assistant.after;
	return (
		<div class="wb-assistant">
			<h3>{assistant.name}</h3>
			<p>{assistant.how}</p>
			<div class="wb-copy"><pre tabIndex={0}><code>{text}</code></pre><button type="button" class="wb-button" onClick={() => void navigator.clipboard?.writeText(text).then(() => notice_show('Copied.'))} aria-label={`Copy the line for ${assistant.name}`}>Copy</button></div>
		</div>
	);
}

export function Steps({ home }: { home: Home }): JSX.Element {
	const url = boot.mcpUrl ?? `${location.origin}/mcp`;
	const isPublic = url.startsWith('https:');
	const connected = home.connections.filter(({ status }) => status === 'CONNECTED').length;
	const synced = home.campaigns > Object.values(home.staged).reduce((sum, count) => sum + count, 0);
	return (
		<section aria-labelledby="steps" class="wb-card wb-steps">
			<h2 id="steps">First steps</h2>
			<ol>
				<Step isDone={home.assistant.length > 0} title="Connect an assistant">
					<p>The assistant opens this site to sign in and asks for its scopes. Its drafts are not live until a push.</p>
					{!isPublic && <p class="note">This server has no public https address. Assistants on this computer can use it. Claude on the web and ChatGPT cannot.</p>}
					<div class="wb-assistants">{ASSISTANTS.filter(({ isHosted }) => isPublic || !isHosted).map((one) => <Line key={one.name} assistant={one} url={url} />)}</div>
				</Step>
				<Step isDone={connected > 0} title="Connect an ad account">
					<p>{boot.environment === 'test' ? 'The test environment has a sandbox account on each of the four platforms. Real accounts are connected in Live.' : 'Connect the ad accounts that this Space advertises with.'} <a href={server_url(`connections/${boot.space.id}`)}>Connections</a></p>
				</Step>
				<Step isDone={home.campaigns > 0} title="Draft a campaign">
					<p>Ask the assistant: “Draft a search campaign for my website with a budget of 20 a day.” The draft appears on the Campaigns page immediately.</p>
				</Step>
				<Step isDone={synced} title="Review and push">
					<p>The plan shows each change and its cost per day and per month before anything is sent. <a href={server_url('review')}>Review</a></p>
				</Step>
			</ol>
		</section>
	);
}
