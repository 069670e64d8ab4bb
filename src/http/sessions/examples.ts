export const exampleSignIn = { email: 'ada@example.com', password: 'correct horse battery' };

export const exampleSignUp = { business_name: 'Tulip shop', ...exampleSignIn };

export const exampleSetUp = { token: 'q8Yv3bq1m0cT2xk8mVw2bYf4nJr6dHs0uLp5eKz7aXg', ...exampleSignUp };

export const exampleEmail = { email: 'ada@example.com' };

export const exampleResetToken = { token: 'q8Yv3bq1m0cT2xk8mVw2bYf4nJr6dHs0uLp5eKz7aXg' };

export const exampleReset = { ...exampleResetToken, password: 'another horse battery' };

export const exampleNotices = { enabled: false };

export const examplePassword = { password: 'correct horse battery' };

export const exampleChangePassword = { ...examplePassword, new_password: 'another horse battery' };

export const exampleCode = { code: '492039' };

const examplePasskeyAnswer = '{"id":"mXkr9hW0…","rawId":"mXkr9hW0…","type":"public-key","response":{}}';

export const exampleAddPasskey = { name: 'Laptop', response: examplePasskeyAnswer };

export const examplePasskeySignIn = { response: examplePasskeyAnswer };
