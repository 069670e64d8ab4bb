import { TextField } from '../../ui/field.tsx';

/** What the fields below say. */
export const readAccount = (text: (field: string) => string) => ({
  business_name: text('business_name'),
  email: text('email'),
  password: text('password'),
});

/** What a new account asks for. */
export function AccountFields({ fields }: { fields: Record<string, string> }) {
  return (
    <>
      <TextField
        label="Business name"
        name="business_name"
        autoComplete="organization"
        required
        hint="Your customers see it on the checkout page."
        error={fields['business_name']}
      />
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required error={fields['email']} />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        hint="Several words in a row are easy to remember and hard to guess."
        error={fields['password']}
      />
    </>
  );
}
