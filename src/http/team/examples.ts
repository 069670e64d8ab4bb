const token = 'q8Yv3bq1m0cT2xk8mVw2bYf4nJr6dHs0uLp5eKz7aXg';

export const exampleInvite = { email: 'grace@example.com', role: 'developer', password: 'correct horse battery' };

export const exampleRole = { role: 'support', password: 'correct horse battery' };

export const exampleToken = { token };

export const exampleAccept = { token, password: 'another horse battery' };
