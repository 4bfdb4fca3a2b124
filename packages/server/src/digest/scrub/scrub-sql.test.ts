import { describe, expect, it } from 'vitest'
import { scrubSql } from './scrub-sql.ts'

describe('an SQL statement', () => {
  it.each([
    ["select 'a'", 'select ?'],
    ["select 'it''s', 'b\\'c'", 'select ?, ?'],
    ['select 1, 2.5, 3e8, 0xff from t1', 'select ?, ?, ?, ? from t1'],
    ['select $1, :id2, @p3 from "t 1" where `c 2` = 3', 'select $1, :id2, @p3 from "t 1" where `c 2` = ?'],
    ['select $$body$$, $tag$ b $$ c $tag$', 'select ?, ?'],
    ["insert into t values ('cut off", 'insert into t values (?'],
    ['select $tag$ cut off', 'select ?'],
    ['select "unfinished', 'select "unfinished'],
    ['select a from b', 'select a from b'],
    ['', ''],
  ])('[PL125] %s has no literals', (statement, scrubbed) => {
    expect(scrubSql(statement)).toBe(scrubbed)
  })

  it('[PL125] of MySQL has texts in double quotes', () => {
    expect(scrubSql('select "ann" from `t`', 'mysql')).toBe('select ? from `t`')
  })

  it('[PL125] is scrubbed only once', () => {
    const scrubbed = scrubSql("select 'a', 2 from t where b = $1")
    expect(scrubSql(scrubbed)).toBe(scrubbed)
  })
})
