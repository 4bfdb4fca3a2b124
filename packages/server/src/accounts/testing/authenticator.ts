import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const PRESENT_AND_VERIFIED = 0x05
const WITH_CREDENTIAL = 0x40

/** A passkey as a phone would keep it (WebAuthn, ES256, no attestation). The holder always shows who they are. */
export function createAuthenticator({ origin, name }: { readonly origin: string; readonly name: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (flags: number, ...rest: readonly Buffer[]) =>
    Buffer.concat([sha256(Buffer.from(name)), Buffer.from([flags]), Buffer.alloc(4), ...rest])
  const answer = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    register(challenge: string) {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const key = map([
        [number(1), number(2)],
        [number(3), number(-7)],
        [number(-1), number(1)],
        [number(-2), bytes(Buffer.from(x!, 'base64url'))],
        [number(-3), bytes(Buffer.from(y!, 'base64url'))],
      ])
      const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, key]
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authenticatorData(PRESENT_AND_VERIFIED | WITH_CREDENTIAL, ...credential))],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    authenticate(challenge: string) {
      const data = clientData('webauthn.get', challenge)
      const shown = authenticatorData(PRESENT_AND_VERIFIED)
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: shown.toString('base64url'),
        signature: sign('sha256', Buffer.concat([shown, sha256(data)]), privateKey).toString('base64url'),
      })
    },
  }
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** CBOR, as far as WebAuthn needs it. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}

const number = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (entries: ReadonlyArray<readonly [Buffer, Buffer]>) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])
