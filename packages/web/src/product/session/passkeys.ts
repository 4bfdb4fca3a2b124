import { askAccount, type Passkey } from './account.ts'

/** Passkeys need a browser that has them and a page whose address is a name; an IP address is none. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
    !/^(?:\d+\.){3}\d+$|^\[/.test(window.location.hostname)
  )
}

/** Makes one on this machine, phone or key, and tells the server its public half. */
export async function addPasskey(name: string): Promise<Passkey> {
  const options = await askAccount<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await navigator.credentials.create({ publicKey })
  return askAccount('/passkey/verify-registration', { name, response: toJson(made) })
}

/**
 * Signs in with one that the browser offers. `quietly`: it stands among the suggestions of the e-mail field, and
 * nothing happens until somebody picks it.
 */
export async function signInWithPasskey(quietly: boolean, signal?: AbortSignal): Promise<void> {
  const options = await askAccount<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options',
  )
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...options,
    // It stands for both steps, so it has to know who holds it; the server asks for the same.
    userVerification: 'required',
  })
  const given = await navigator.credentials.get({
    publicKey,
    ...(quietly && { mediation: 'conditional' as const }),
    ...(signal && { signal }),
  })
  await askAccount('/passkey/verify-authentication', { response: toJson(given) })
}

export async function offersQuietly(): Promise<boolean> {
  return canUsePasskeys() && PublicKeyCredential.isConditionalMediationAvailable()
}

/** Whoever closes the browser's dialog has changed their mind; that is no failure. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}

function toJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('', 'NotAllowedError')
  return credential.toJSON()
}
