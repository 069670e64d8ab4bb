import { TextField } from '../../ui/field.tsx';

/** The values of the fields below. */
export const readAccount = (text: (field: string) => string) => ({
  business_name: text('business_name'),
  email: text('email'),
  password: text('password'),
});

/** The fields of a new account. */
export function AccountFields({ fields }: { fields: Record<string, string> }) {
  return (
    <>
      <TextField
        label="Business name"
        name="business_name"
        autoComplete="organization"
        required
        hint="Shown to customers on the checkout page."
        error={fields['business_name']}
      />
      <TextField label="Email" name="email" type="email" autoComplete="username" required error={fields['email']} />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint="Use at least 10 characters."
        error={fields['password']}
      />
    </>
  );
}
