import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { isObject, type Json, type JsonObject } from '#domain/json.ts'

/** Only tests import this file: an export request in JSON, as its sender would write it, becomes protobuf. */
export function encodeOtlpProtobuf(request: JsonObject): Buffer {
  const writer = new BinaryWriter()
  for (const resourceSpans of list(request['resourceSpans'])) {
    message(writer, 1, () => {
      if (isObject(resourceSpans['resource'])) {
        const { resource } = resourceSpans
        message(writer, 1, () => attributes(writer, 1, resource['attributes']))
      }
      for (const scopeSpans of list(resourceSpans['scopeSpans'])) {
        message(writer, 2, () => encodeScopeSpans(writer, scopeSpans))
      }
    })
  }
  return Buffer.from(writer.finish())
}

function encodeScopeSpans(writer: BinaryWriter, { scope, spans }: JsonObject): void {
  if (isObject(scope)) {
    message(writer, 1, () => {
      text(writer, 1, scope['name'])
      text(writer, 2, scope['version'])
    })
  }
  for (const span of list(spans)) message(writer, 2, () => encodeSpan(writer, span))
}

function encodeSpan(writer: BinaryWriter, span: JsonObject): void {
  hex(writer, 1, span['traceId'])
  hex(writer, 2, span['spanId'])
  text(writer, 3, span['traceState'])
  hex(writer, 4, span['parentSpanId'])
  text(writer, 5, span['name'])
  varint(writer, 6, span['kind'])
  time(writer, 7, span['startTimeUnixNano'])
  time(writer, 8, span['endTimeUnixNano'])
  attributes(writer, 9, span['attributes'])
  varint(writer, 10, span['droppedAttributesCount'])
  for (const event of list(span['events'])) {
    message(writer, 11, () => {
      time(writer, 1, event['timeUnixNano'])
      text(writer, 2, event['name'])
      attributes(writer, 3, event['attributes'])
    })
  }
  for (const link of list(span['links'])) {
    message(writer, 13, () => {
      hex(writer, 1, link['traceId'])
      hex(writer, 2, link['spanId'])
      attributes(writer, 4, link['attributes'])
    })
  }
  const { status, flags } = span
  if (isObject(status)) {
    message(writer, 15, () => {
      text(writer, 2, status['message'])
      varint(writer, 3, status['code'])
    })
  }
  if (typeof flags === 'number') writer.tag(16, WireType.Bit32).fixed32(flags)
}

function attributes(writer: BinaryWriter, field: number, all: Json | undefined): void {
  for (const { key, value } of list(all)) {
    message(writer, field, () => {
      text(writer, 1, key)
      if (isObject(value)) message(writer, 2, () => anyValue(writer, value))
    })
  }
}

function anyValue(writer: BinaryWriter, value: JsonObject): void {
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = value
  text(writer, 1, stringValue)
  if (typeof boolValue === 'boolean') writer.tag(2, WireType.Varint).bool(boolValue)
  if (intValue !== undefined) writer.tag(3, WireType.Varint).int64(BigInt(intValue as string))
  if (doubleValue !== undefined) writer.tag(4, WireType.Bit64).double(Number(doubleValue))
  if (isObject(arrayValue)) {
    message(writer, 5, () => {
      for (const each of list(arrayValue['values'])) message(writer, 1, () => anyValue(writer, each))
    })
  }
  if (isObject(kvlistValue)) message(writer, 6, () => attributes(writer, 1, kvlistValue['values']))
  if (typeof bytesValue === 'string') {
    writer.tag(7, WireType.LengthDelimited).bytes(Buffer.from(bytesValue, 'base64'))
  }
}

function message(writer: BinaryWriter, field: number, write: () => void): void {
  writer.tag(field, WireType.LengthDelimited).fork()
  write()
  writer.join()
}

function text(writer: BinaryWriter, field: number, value: Json | undefined): void {
  if (typeof value === 'string') writer.tag(field, WireType.LengthDelimited).string(value)
}

function hex(writer: BinaryWriter, field: number, value: Json | undefined): void {
  if (typeof value === 'string') {
    writer.tag(field, WireType.LengthDelimited).bytes(Buffer.from(value, 'hex'))
  }
}

function varint(writer: BinaryWriter, field: number, value: Json | undefined): void {
  if (typeof value === 'number') writer.tag(field, WireType.Varint).uint32(value)
}

function time(writer: BinaryWriter, field: number, value: Json | undefined): void {
  if (value !== undefined) writer.tag(field, WireType.Bit64).fixed64(BigInt(value as string))
}

function list(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
