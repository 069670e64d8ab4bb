const INPUT_CHARACTERS =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM_CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

function step(sum: bigint, value: number): bigint {
  const top = sum >> 35n;
  let next = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(value);
  for (const [bit, factor] of GENERATOR.entries()) if ((top >> BigInt(bit)) & 1n) next ^= factor;
  return next;
}

/** The eight characters after a descriptor's `#` (BIP-380); undefined if it contains an invalid character. */
export function descriptorChecksum(descriptor: string): string | undefined {
  let sum = 1n;
  let group = 0;
  let inGroup = 0;
  for (const character of descriptor) {
    const position = INPUT_CHARACTERS.indexOf(character);
    if (position < 0) return undefined;
    sum = step(sum, position & 31);
    group = group * 3 + (position >> 5);
    inGroup += 1;
    if (inGroup === 3) {
      sum = step(sum, group);
      group = 0;
      inGroup = 0;
    }
  }
  if (inGroup > 0) sum = step(sum, group);
  for (let count = 0; count < 8; count += 1) sum = step(sum, 0);
  sum ^= 1n;
  return Array.from(
    { length: 8 },
    (_, position) => CHECKSUM_CHARACTERS[Number((sum >> BigInt(5 * (7 - position))) & 31n)],
  ).join('');
}
