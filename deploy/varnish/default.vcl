# Varnish in front of the shop: keeps public responses for as long as CDN-Cache-Control says, and drops them by tag when the
# shop asks (VARNISH_URLS). Needs the module xkey, of the package varnish-modules. Set the shop's host and port and the
# addresses that may purge; TRUSTED_PROXIES counts Varnish as a proxy.
vcl 4.1;

import std;
import xkey;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
}

acl purgers {
  "127.0.0.1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # Varnish appends the client's address to X-Forwarded-For: several mean that another proxy passes it on for somebody.
    if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
      return (synth(403));
    }
    set req.http.purged = xkey.purge(req.http.xkey-purge);
    return (synth(200, "Purged " + req.http.purged));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Whatever depends on the caller: calls with a token, and the identity provider's cookies.
  if (req.url ~ "^/api/" && (req.http.Authorization || req.url ~ "^/api/auth/")) {
    return (pass);
  }
  # Shared responses depend on no cookie.
  return (hash);
}

sub vcl_backend_response {
  # Surrogate-Control keeps Varnish's own rules from taking Cache-Control: no-cache for a ban on storing.
  if (beresp.http.CDN-Cache-Control ~ "^max-age=[0-9]+$") {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^max-age=", "") + "s", 0s);
    # A response that is purged or too old is not shown again.
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    set beresp.http.xkey = beresp.http.Surrogate-Key;
  } elsif (beresp.http.Cache-Control !~ "^public,") {
    set beresp.uncacheable = true;
    set beresp.ttl = 10s;
  }
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Control;
  unset resp.http.Surrogate-Key;
  unset resp.http.Cache-Tag;
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
