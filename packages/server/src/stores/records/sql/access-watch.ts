import type { KyselyPlugin, OperationNode, QueryId, RootOperationNode } from 'kysely'

/** Tables that affect permissions. */
const TABLES: ReadonlySet<string> = new Set([
  'auth_user',
  'auth_session',
  'api_tokens',
  'members',
  'organizations',
  'projects',
])

export interface AccessWatch {
  readonly plugin: KyselyPlugin
  readonly version: () => number
}

/**
 * Counts changes to those tables, whether by a command, the account library or future code. It increases before the
 * transaction ends; a reader that then queries the records waits for that.
 */
export function watchAccess(): AccessWatch {
  const changing = new WeakSet<QueryId>()
  let version = 0
  return {
    version: () => version,
    plugin: {
      transformQuery({ node, queryId }) {
        if (tablesOf(node).some((table) => TABLES.has(table))) changing.add(queryId)
        return node
      },
      async transformResult({ result, queryId }) {
        if (changing.has(queryId)) version += 1
        return result
      },
    },
  }
}

function tablesOf(node: RootOperationNode): readonly string[] {
  if (node.kind === 'InsertQueryNode') return namesOf(node.into)
  if (node.kind === 'UpdateQueryNode') return namesOf(node.table)
  return node.kind === 'DeleteQueryNode' ? node.from.froms.flatMap(namesOf) : []
}

function namesOf(node: OperationNode | undefined): readonly string[] {
  if (node === undefined || node.kind !== 'TableNode') return []
  const { table } = node as OperationNode & {
    readonly table: { readonly identifier: { readonly name: string } }
  }
  return [table.identifier.name]
}
