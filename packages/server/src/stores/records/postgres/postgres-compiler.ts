import { ColumnDefinitionNode, PostgresQueryCompiler, type DataTypeNode } from 'kysely'

/**
 * Columns of text compare by their bytes, as SQLite does and whatever the language of the database: cursors, orders and
 * `lower` then mean the same everywhere, and an upgrade of the operating system cannot damage an index.
 */
export class BytewiseCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: DataTypeNode): void {
    super.visitDataType(node)
    const isColumn = this.parentNode !== undefined && ColumnDefinitionNode.is(this.parentNode)
    if (isColumn && node.dataType === 'text') this.append(' collate "C"')
  }
}
