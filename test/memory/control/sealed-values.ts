import { type ControlCell, keyCell, walletCell } from '../../../src/domain/secrets/sealed-cell.ts';
import type { SealedValue, SealedValues } from '../../../src/ports/sealed-values.ts';
import type { ControlTables } from './tables.ts';

export function memorySealedValues(tables: ControlTables): SealedValues {
  const listAll = (): SealedValue<ControlCell>[] =>
    [
      ...[...tables.keys.values()].flatMap((key) =>
        key.sealedPrivateKey === undefined ? [] : [{ cell: keyCell(key), sealed: key.sealedPrivateKey }],
      ),
      ...[...tables.dataStores.values()].map(({ id, sealedUrl: sealed }) => ({
        cell: ['data_stores.sealed_url', id] as const,
        sealed,
      })),
      ...[...tables.mails.values()].map(({ id, sealedContent: sealed }) => ({
        cell: ['mails.sealed_content', id] as const,
        sealed,
      })),
      ...[...tables.totp].map(([id, { sealedSecret: sealed }]) => ({
        cell: ['totp_secrets.sealed_secret', id] as const,
        sealed,
      })),
      ...[...tables.wallets.values()].map((wallet) => ({ cell: walletCell(wallet), sealed: wallet.sealedText })),
    ].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return {
    async list(after, limit) {
      const start = after ? nameOf({ cell: after }) : '';
      return listAll()
        .filter((value) => nameOf(value) > start)
        .slice(0, limit);
    },

    async replace({ cell: [column, row], sealed: old }, sealed) {
      const [key, dataStore, wallet] = [
        [...tables.keys.values()].find(({ id }) => id === row),
        [...tables.dataStores.values()].find(({ id }) => id === row),
        [...tables.wallets.values()].find(({ id }) => id === row),
      ];
      if (column === 'api_keys.sealed_private_key' && key?.sealedPrivateKey === old)
        tables.keys.set(key.id, { ...key, sealedPrivateKey: sealed });
      if (column === 'data_stores.sealed_url' && dataStore?.sealedUrl === old)
        tables.dataStores.set(dataStore.id, { ...dataStore, sealedUrl: sealed });
      const mail = [...tables.mails.values()].find(({ id }) => id === row);
      if (column === 'mails.sealed_content' && mail?.sealedContent === old)
        tables.mails.set(mail.id, { ...mail, sealedContent: sealed });
      const totp = [...tables.totp].find(([id]) => id === row);
      if (column === 'totp_secrets.sealed_secret' && totp?.[1].sealedSecret === old)
        tables.totp.set(totp[0], { ...totp[1], sealedSecret: sealed });
      if (column === 'wallets.sealed_text' && wallet?.sealedText === old)
        tables.wallets.set(wallet.id, { ...wallet, sealedText: sealed });
    },

    async markBound() {
      tables.isBound = true;
    },
  };
}

const nameOf = ({ cell: [column, row] }: Pick<SealedValue, 'cell'>): string => `${column} ${row}`;
