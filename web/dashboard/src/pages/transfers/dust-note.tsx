import type { Operations } from '../../api/generated.ts';

type Dust = Operations['GET /dashboard/api/{mode}/transfers']['answer']['dust'];

/** What is not in the list, so that a merchant who looks for a tiny transfer knows that it was seen. */
export function DustNote({ dust, titles }: { dust: Dust; titles: ReadonlyMap<string, string> }) {
  if (dust.length === 0) return null;
  return (
    <section aria-label="Transfers that are not listed" className="text-xs text-soft">
      <p>Transfers that are too small to be worth anything, or that moved no money, are not listed:</p>
      <ul className="list-inside list-disc">
        {dust.map(({ network, asset, transfers, amount }) => (
          <li key={`${network} ${asset}`}>
            {transfers.toLocaleString('en-US')} on {titles.get(network) ?? network}, {amount} {asset}
          </li>
        ))}
      </ul>
    </section>
  );
}
