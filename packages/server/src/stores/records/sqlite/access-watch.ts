import type { KyselyPlugin, OperationNode, QueryId, RootOperationNode } from 'kysely'

/** Where it stands who may see what. */
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
 * Counts the changes to those tables, whoever makes them: a command, the account library, or one that is written later
 * and has not heard of this. It rises before the transaction ends; whoever asks the records again then waits for that.
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
