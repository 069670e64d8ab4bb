export const exampleSignIn = { email: 'ada@example.com', password: 'correct horse battery' };

export const exampleSignUp = { business_name: 'Tulip shop', ...exampleSignIn };

export const exampleSetUp = { token: 'q8Yv3bq1m0cT2xk8mVw2bYf4nJr6dHs0uLp5eKz7aXg', ...exampleSignUp };
