import { describe, expect, it } from 'vitest'
import { ALL_ENDPOINTS } from '@hindcast/contract/routes.ts'
import { openApiDocument, type Operation } from './openapi.ts'

const document = openApiDocument('https://h.example')
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** Every `$ref` of the document, wherever it stands. */
function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
  )
}

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).concat(Object.values(value).flatMap(keysIn))
}

describe('OpenAPI document', () => {
  it('[AP9] has every endpoint once, under a unique operation id', () => {
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(
      Object.keys(ALL_ENDPOINTS).sort(),
    )
    expect(document.openapi).toBe('3.1.0')
  })

  it('[AP9] describes exactly the parameters that stand in the path', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{([a-z]+)\}/g)].map(([, name]) => name)
      const described = operation.parameters.filter((parameter) => parameter['in'] === 'path')
      expect(described.map((parameter) => parameter['name'])).toEqual(inPath)
      expect(described.every((parameter) => parameter['required'] === true)).toBe(true)
    }
  })

  it('[AP9] has a success and the error answers for every operation', () => {
    for (const { operation } of operations) {
      const statuses = Object.keys(operation.responses)
      expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1)
      expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '404', '500', '503']))
      for (const answer of Object.values(operation.responses)) {
        expect(answer).toMatchObject({ description: expect.any(String), content: expect.any(Object) })
      }
    }
  })

  it('[AP9] refers only to schemas it has', () => {
    const schemas = Object.keys(document.components['schemas'] as object)
    const refs = new Set(refsIn(document))
    expect(refs.size).toBeGreaterThan(5)
    for (const ref of refs) expect(schemas.map((name) => `#/components/schemas/${name}`)).toContain(ref)
    expect(keysIn(document)).not.toContain('$defs')
  })

  it('[AP9] names only security schemes it has, and leaves out credentials only where none are needed', () => {
    const schemes = Object.keys(document.components['securitySchemes'] as object)
    for (const { operation } of operations) {
      const declared = ALL_ENDPOINTS[operation.operationId as keyof typeof ALL_ENDPOINTS]
      for (const name of operation.security.flatMap(Object.keys)) expect(schemes).toContain(name)
      expect(operation.security.length === 0).toBe(declared.access === 'public')
    }
  })

  it('[AP9] documents a limit as a number with its bounds', () => {
    const list = document.paths['/api/v1/projects/{project}/issues']!['get'] as Operation
    expect(list.parameters.find((parameter) => parameter['name'] === 'limit')).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
    })
  })
})
