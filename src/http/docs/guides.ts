/** A page that is made from a document of the repository. */
export interface Guide {
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Only these sections of the document, below another title. */
  readonly part?: { readonly title: string; readonly sections: readonly string[] };
}

interface GuideGroup {
  readonly title: string;
  readonly guides: readonly Guide[];
}

const guide = (name: string): Guide => ({ name, file: `docs/${name}.md` });

/** Every guide, in the order of the navigation. */
export const GUIDES: readonly GuideGroup[] = [
  {
    title: 'Get started',
    guides: [
      {
        name: 'first-payment',
        file: 'README.md',
        part: { title: 'Your first payment', sections: ['Quickstart', 'Your first payment'] },
      },
      guide('first-minutes'),
      guide('embedding'),
      guide('payments'),
      guide('webhooks'),
      guide('events'),
      guide('errors'),
      guide('testing'),
      guide('going-live'),
    ],
  },
  {
    title: 'Payments',
    guides: ['networks', 'checkout-states', 'invoices', 'reconciliation', 'personal-data', 'team', 'glossary'].map(
      guide,
    ),
  },
  {
    title: 'Run a server',
    guides: [
      'deployment',
      'configuration',
      'operations',
      'backup',
      'runbook',
      'cli',
      'performance',
      'scaling',
      'reliability',
      'threat-model',
    ].map(guide),
  },
];

export const guideAddress = (name: string): string => `/docs/guides/${name}`;
