import type { DebugImage, Sdk } from '#domain/events/error-event.ts'
import { isObject } from '#domain/json.ts'
import type { Json } from '#domain/json.ts'
import { list, objectOr, text } from './read.ts'

/** The payload's own word, else the client name of the request (`sentry_client`, else the user agent). */
export function readSdk(
  sent: Json | undefined,
  received: { readonly sdk: string | undefined; readonly userAgent: string | undefined },
): Sdk | undefined {
  const name = text(objectOr(sent)['name'])
  if (name !== undefined) return { name, version: text(objectOr(sent)['version']) }
  return fromClient(received.sdk) ?? fromAgent(received.userAgent)
}

function fromClient(client: string | undefined): Sdk | undefined {
  if (client === undefined || client === '') return undefined
  const [name, version] = client.split('/', 2)
  return name === undefined || name === '' ? undefined : { name, version }
}

/** A browser's user agent says nothing about the SDK in it. */
function fromAgent(userAgent: string | undefined): Sdk | undefined {
  return userAgent === undefined || /^Mozilla\//i.test(userAgent)
    ? undefined
    : fromClient(userAgent.split(' ', 1)[0])
}

export function readDebugImages(sent: Json | undefined): readonly DebugImage[] {
  const images: DebugImage[] = []
  for (const entry of list(objectOr(sent)['images'])) {
    if (!isObject(entry)) continue
    const codeFile = text(entry['code_file'])
    const debugId = text(entry['debug_id'])
    if (codeFile !== undefined && debugId !== undefined) images.push({ codeFile, debugId })
  }
  return images
}
