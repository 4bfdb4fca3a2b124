import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const CLIENTS = fileURLToPath(new URL('../clients', import.meta.url))
export const ENGINES = fileURLToPath(new URL('../engines', import.meta.url))
export const LINTERS = fileURLToPath(new URL('../linters', import.meta.url))
export const MCP = fileURLToPath(new URL('../mcp', import.meta.url))
export const NEXT_EARLIER = fileURLToPath(new URL('../clients/next-earlier', import.meta.url))
export const NEXT_SHOP = fileURLToPath(new URL('../clients/next-shop', import.meta.url))
export const EXAMPLE = fileURLToPath(new URL('../../examples/next-shop', import.meta.url))
export const PAGES = fileURLToPath(new URL('../clients/pages', import.meta.url))
export const RECORDINGS = fileURLToPath(new URL('../../fixtures/sdk', import.meta.url))
export const HINDCAST = fileURLToPath(new URL('../../packages/server/bin/hindcast.js', import.meta.url))
export const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url))
