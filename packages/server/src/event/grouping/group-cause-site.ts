import { namedHost } from '#event/known-errors/network.ts'
import type { Words } from '#event/known-errors/words.ts'
import { withoutTail } from '#domain/trim-end.ts'

/* FROZEN once released, as a part of grouping version 2 (spec GR1). */

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|[0-9a-f]*:[0-9a-f:]+)$/i
/** `co.uk`, `com.au`: the registered name is the label before. */
const SECOND_LEVEL = /^(?:co|com|net|org|gov|edu|ac)$/
const USUAL_PORT = /:(?:80|443)$/

/**
 * Whose server it was, without what differs from tenant to tenant and machine to machine: `eu.api.shop.example` is
 * `shop.example`, `10.2.0.7:5432` is `:5432`.
 */
export function networkSite(words: Words): string | undefined {
  const address = namedHost(words)
  const named = address === undefined ? '' : withoutTail(address.replace(/^[a-z]+:\/\//i, ''), '/?#')
  if (named === '') return undefined
  const port = /:\d{1,5}$/.exec(named)?.[0] ?? ''
  const host = named.slice(0, named.length - port.length).toLowerCase()
  const kept = USUAL_PORT.test(port) ? '' : port
  if (ADDRESS.test(host)) return kept === '' ? undefined : kept
  const labels = host.split('.')
  const country = labels.length > 2 && labels.at(-1)!.length === 2 && SECOND_LEVEL.test(labels.at(-2)!)
  return labels.slice(country ? -3 : -2).join('.') + kept
}
