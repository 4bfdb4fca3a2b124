export default function GiftCard({ code, euros }) {
  return (
    <article className="text">
      <h1>Gift card {code}</h1>
      <p>Worth €{euros}.</p>
    </article>
  )
}

export function getServerSideProps({ params: { code } }) {
  if (code === 'broken') throw new Error('the gift card service is away')
  return { props: { code, euros: Number(code.split('-')[1] ?? 10) } }
}
