import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import type { OtlpFormat } from '#protocol/otlp.ts'

/** Spans of a request that were not taken although the others were. */
export interface PartialSuccess {
  readonly rejectedSpans: number
  readonly message: string
}

/** An `ExportTraceServiceResponse`: empty where everything was taken. */
export function encodeExported(format: OtlpFormat, partial: PartialSuccess | undefined): string | Buffer {
  if (format === 'json') return partial === undefined ? '{}' : JSON.stringify(partialJson(partial))
  if (partial === undefined) return Buffer.alloc(0)
  const writer = new BinaryWriter()
  writer.tag(1, WireType.LengthDelimited).fork()
  writer.tag(1, WireType.Varint).int64(partial.rejectedSpans)
  writer.tag(2, WireType.LengthDelimited).string(partial.message)
  return Buffer.from(writer.join().finish())
}

/** The JSON of protobuf writes 64-bit integers as text. */
function partialJson({ rejectedSpans, message }: PartialSuccess): object {
  return { partialSuccess: { rejectedSpans: String(rejectedSpans), errorMessage: message } }
}

/** A `google.rpc.Status`. */
export function encodeStatus(format: OtlpFormat, httpStatus: number, message: string): string | Buffer {
  const code = CODES[httpStatus] ?? UNKNOWN
  if (format === 'json') return JSON.stringify({ code, message })
  const writer = new BinaryWriter()
  writer.tag(1, WireType.Varint).int32(code)
  writer.tag(2, WireType.LengthDelimited).string(message)
  return Buffer.from(writer.finish())
}

const UNKNOWN = 2

/** Of google.rpc.Code, for people: exporters go by the status of HTTP. */
const CODES: Readonly<Record<number, number>> = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  408: 4,
  413: 3,
  415: 3,
  429: 8,
  503: 14,
}
