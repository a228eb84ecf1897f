-- People who sign in by a link in an e-mail. The library that makes links and sessions (better-auth) writes the first three tables, under our names;
-- the gateway lists, bounds and removes their rows. A member owns one account.
create table members (
  id text primary key,
  account_id text not null unique references accounts (id),
  -- Normalised: lower case, the domain in ASCII.
  address text not null unique check (length(address) between 3 and 254),
  address_verified boolean not null,
  name text not null default '',
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The token is worthless without its signature in the cookie, which is made with a secret that no table holds.
create table member_sessions (
  id text primary key,
  member_id text not null references members (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text check (length(user_agent) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index member_sessions_member on member_sessions (member_id, created_at);
create index member_sessions_expiry on member_sessions (expires_at);

-- Links that were mailed and not used: the hash of the token, and the address. A used link has no row.
create table sign_in_links (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sign_in_links_identifier on sign_in_links (identifier);
create index sign_in_links_expiry on sign_in_links (expires_at);
