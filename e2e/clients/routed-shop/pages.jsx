export const item = (id) => fetch(`/api/items/${id}`).then((response) => response.json())

export function Item({ data }) {
  return <h1>{data.name}</h1>
}

export function Home({ children }) {
  return (
    <>
      <h1>Home</h1>
      {children}
    </>
  )
}
