/** An address that goes on below where its column has no room for all of it. */
export function BreakableEmail({ email }: { email: string }) {
  const [name, ...host] = email.split('@');
  return (
    <>
      {name}
      <wbr />@{host.join('@')}
    </>
  );
}
