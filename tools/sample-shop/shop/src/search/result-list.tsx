import { visibleItems, type Results } from './visible-items'

interface Props {
  readonly results: Results
  readonly page: number
}

export function ResultList({ results, page }: Props) {
  return (
    <ul>
      {visibleItems(results, page).map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
