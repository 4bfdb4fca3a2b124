import { askAccount, type Passkey } from './account.ts'

/** Passkeys need a browser that has them and a page whose address is a name; an IP address is none. */
export function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
    !/^(?:\d+\.){3}\d+$|^\[/.test(window.location.hostname)
  )
}

/** Creates a passkey on this device and registers its public key. */
export async function addPasskey(name: string): Promise<Passkey> {
  const options = await askAccount<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
  )
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await navigator.credentials.create({ publicKey })
  return askAccount('/passkey/verify-registration', { name, response: toJson(made) })
}

/**
 * Signs in with a passkey of the browser. `quietly`: offered as a suggestion of the email field, without a dialog
 * until one is picked.
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

/** Closing the browser's dialog is not an error. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}

function toJson(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('', 'NotAllowedError')
  return credential.toJSON()
}
