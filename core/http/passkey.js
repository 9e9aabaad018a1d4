/*
 * Passkeys on the sign-in page and the account page: the only script of this server's pages. What
 * the server has to say stands in the data of one element, which is hidden without it; what the
 * browser answers goes back as a form. Both pages work by password without it.
 */
'use strict';
(async () => {
	const root = document.querySelector('[data-passkey]');
	if (!root || !window.PublicKeyCredential || !window.isSecureContext)
		return;
	const data = root.dataset;
	const button = root.querySelector('button');
	const fault = root.querySelector('[role=alert]');
	const LASTS = 4 * 60 * 1000; /* ms; the server takes a challenge for five minutes */
	let asked = Date.now();
	let waiting = null; /* the offer in the field's list, while it stands */

	const bytes = (text) => Uint8Array.from(
		atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
	const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
		.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

	const renew = async () => {
		if (Date.now() - asked < LASTS)
			return;
		const answer = await fetch(data.renew, { credentials: 'same-origin' });
		const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
		data.challenge = page.querySelector('[data-passkey]').dataset.challenge;
		asked = Date.now();
	};

	const send = (fields) => {
		const form = document.createElement('form');
		form.method = 'post';
		form.action = data.action;
		for (const [name, value] of Object.entries(fields)) {
			const input = document.createElement('input');
			input.type = 'hidden';
			input.name = name;
			input.value = value;
			form.append(input);
		}
		document.body.append(form);
		form.submit();
	};

	const common = () => ({ challenge: bytes(data.challenge), timeout: 300000 });

	const add = async () => {
		const made = await navigator.credentials.create({ publicKey: {
			...common(),
			rp: { id: data.rp, name: 'adcore' },
			user: { id: bytes(data.user), name: data.email, displayName: data.email },
			pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
			authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
			excludeCredentials: data.exclude.split(' ').filter(Boolean)
				.map((id) => ({ type: 'public-key', id: bytes(id) })),
			attestation: 'none',
		} });
		send({
			csrf: data.csrf,
			name: root.querySelector('input').value,
			client_data: text(made.response.clientDataJSON),
			attestation: text(made.response.attestationObject),
		});
	};

	const signIn = async (options) => {
		const shown = await navigator.credentials.get({
			publicKey: { ...common(), rpId: data.rp, userVerification: 'required' },
			...options,
		});
		send({
			csrf: data.csrf,
			...data.request ? { request: data.request } : {},
			...data.back ? { back: data.back } : {},
			id: shown.id,
			client_data: text(shown.response.clientDataJSON),
			authenticator_data: text(shown.response.authenticatorData),
			signature: text(shown.response.signature),
			user_handle: text(shown.response.userHandle ?? new ArrayBuffer(0)),
		});
	};

	/* The browser offers passkeys in the list of the e-mail field, for as long as the page is open. */
	const offer = async () => {
		for (;;) {
			await renew();
			waiting = new AbortController();
			const over = setTimeout((one) => one.abort('renew'), LASTS, waiting);
			try {
				await signIn({ mediation: 'conditional', signal: waiting.signal });
				return;
			} catch (error) {
				if (error !== 'renew')
					return;
			} finally {
				clearTimeout(over);
			}
		}
	};

	button.addEventListener('click', async () => {
		fault.hidden = true;
		button.disabled = true;
		try {
			waiting?.abort('button');
			await renew();
			await (data.passkey === 'add' ? add() : signIn({}));
		} catch (error) {
			fault.textContent = error.name === 'InvalidStateError'
				? 'This device or security key already has a passkey for this account.'
				: data.passkey === 'add' ? 'No passkey was created. Try again.'
				: 'No passkey was used. Try again, or sign in with your password.';
			fault.hidden = false;
		} finally {
			button.disabled = false;
		}
	});
	root.hidden = false;
	if (data.passkey === 'signin' && await PublicKeyCredential.isConditionalMediationAvailable?.())
		await offer();
})();
