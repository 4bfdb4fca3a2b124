import { isObject, type Json, type JsonObject } from '#domain/json.ts'
import type { RouteManifest } from './manifest.ts'
import type { RouteStyle } from './pattern.ts'

/**
 * Routes as a file has them: the routes of React Router as JSON, the route tree that TanStack Router generates, or one
 * pattern in each line. Undefined: none of these.
 */
export function readRouteList(text: string): RouteManifest | undefined {
  const json = parseJson(text)
  if (json !== undefined) return readJsonList(json)
  const tree = readRouteTree(text)
  if (tree !== undefined) return listed(tree, 'tanstack')
  const lines = text.split('\n').map((line) => line.trim())
  const patterns = lines.filter((line) => line !== '' && !line.startsWith('#'))
  return patterns.length > 0 && patterns.every((line) => line.startsWith('/'))
    ? listed(patterns, styleOf(patterns))
    : undefined
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** A list of patterns, or the nested routes of React Router. */
function readJsonList(json: Json): RouteManifest | undefined {
  const list = isObject(json) ? json['routes'] : json
  if (!Array.isArray(list) || list.length === 0) return undefined
  const patterns = list.filter((entry) => typeof entry === 'string')
  if (patterns.length === list.length) return listed(patterns, styleOf(patterns))
  const nested = list.filter(isObject).flatMap((route) => nestedPatterns(route, '', 0))
  return nested.length === 0 ? undefined : listed(nested, 'react-router')
}

/** Deeper than any application nests its layouts. */
const MOST_LEVELS = 50

function nestedPatterns(route: JsonObject, parent: string, level: number): readonly string[] {
  if (level > MOST_LEVELS) return []
  const path = typeof route['path'] === 'string' ? route['path'] : undefined
  const full = path === undefined ? parent : path.startsWith('/') ? path : `${parent}/${path}`
  const children = Array.isArray(route['children']) ? route['children'].filter(isObject) : []
  const own = path !== undefined || route['index'] === true ? withOptionalSegments(full) : []
  return [...own, ...children.flatMap((child) => nestedPatterns(child, full, level + 1))]
}

/** A fixed segment may be optional in React Router: `/users/edit?` is two patterns. */
function withOptionalSegments(path: string): readonly string[] {
  let variants: readonly string[] = ['']
  for (const part of path.split('/').filter((segment) => segment !== '')) {
    const isOptional = part.endsWith('?') && !part.startsWith(':') && variants.length < MOST_LEVELS
    const longer = variants.map((before) => `${before}/${isOptional ? part.slice(0, -1) : part}`)
    variants = isOptional ? [...longer, ...variants] : longer
  }
  return variants.map((variant) => variant || '/')
}

const FULL_PATHS = 'interface FileRoutesByFullPath'
const KEY = /^['"](\/[^'"]*)['"]:/

function readRouteTree(text: string): readonly string[] | undefined {
  const from = text.indexOf(FULL_PATHS)
  if (from === -1) return undefined
  const end = text.indexOf('\n}', from)
  const lines = text.slice(from, end === -1 ? text.length : end).split('\n')
  return lines.flatMap((line) => KEY.exec(line.trim())?.[1] ?? [])
}

function styleOf(patterns: readonly string[]): RouteStyle {
  if (patterns.some((pattern) => /\/(?::|\*$)/.test(pattern))) return 'react-router'
  return patterns.some((pattern) => /\/(?:\$|\{-\$)/.test(pattern)) ? 'tanstack' : 'next'
}

function listed(patterns: readonly string[], style: RouteStyle): RouteManifest {
  const distinct = [...new Set(patterns)]
  const nothing = { redirects: [], beforeFiles: [], afterFiles: [], fallback: [] }
  return { style, basePath: '', locales: [], patterns: distinct, ...nothing }
}
