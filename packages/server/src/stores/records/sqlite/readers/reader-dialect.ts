import {
  AliasNode,
  AndNode,
  ColumnNode,
  FunctionNode,
  IdentifierNode,
  OnNode,
  OperationNodeTransformer,
  ParensNode,
  ReferenceNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  TableNode,
  WhereNode,
} from 'kysely'
import type { Dialect, JoinNode, KyselyPlugin, OperationNode, QueryId, SelectQueryNode } from 'kysely'
import { WANTED } from './reader-messages.ts'

/** How statements for the threads that read are written. */
export const sqliteReading = {
  createAdapter: () => new ManyReaders(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
} satisfies Omit<Dialect, 'createDriver'>

/** Kysely hands a single connection to one caller at a time; the threads have a queue of their own. */
class ManyReaders extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Asks at every row of every table whether anybody still waits. It comes before all other conditions, or it would be asked
 * of matches only, and it names a column of the table, or it would be asked once per row of the outermost table.
 */
export function endUnwanted(): KyselyPlugin {
  const transformer = new AskAtEveryRow()
  return {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
}

class AskAtEveryRow extends OperationNodeTransformer {
  protected override transformSelectQuery(select: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const node = super.transformSelectQuery(select, queryId)
    const asked = node.from?.froms.flatMap(wantedRow) ?? []
    if (asked.length === 0) return node
    return { ...node, where: WhereNode.create(allOf([...asked, ...(node.where ? [node.where.where] : [])])) }
  }

  protected override transformJoin(join: JoinNode, queryId?: QueryId): JoinNode {
    const node = super.transformJoin(join, queryId)
    if (node.on === undefined) return node
    return { ...node, on: OnNode.create(allOf([...wantedRow(node.table), node.on.on])) }
  }
}

function allOf([first, ...others]: readonly OperationNode[]): OperationNode {
  return others.reduce((all, other) => AndNode.create(all, ParensNode.create(other)), first!)
}

/** These have no `rowid`. */
const KEYED: ReadonlySet<string> = new Set(['fingerprint_hours', 'fingerprint_users'])

/** The rows of a subquery are those of its own tables, which are asked themselves. */
function wantedRow(node: OperationNode): readonly OperationNode[] {
  const table = AliasNode.is(node) ? node.node : node
  if (!TableNode.is(table)) return []
  const { name } = table.table.identifier
  const alias = AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : name
  const column = ColumnNode.create(KEYED.has(name) ? 'key' : 'rowid')
  return [FunctionNode.create(WANTED, [ReferenceNode.create(column, TableNode.create(alias))])]
}
