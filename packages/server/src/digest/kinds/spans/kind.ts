import type { EncodedSpan } from './span-row.ts'
import type { Kind } from '#digest/kinds/kind.ts'
import { OTLP_TRACES } from '#digest/otlp-item.ts'
import { readSpans } from './read.ts'
import { spanTable } from './write.ts'

export const spanKind: Kind<EncodedSpan, EncodedSpan> = {
  name: 'spans',
  itemTypes: ['span', 'transaction', OTLP_TRACES],
  version: 1,
  read: readSpans,
  table: spanTable,
}
