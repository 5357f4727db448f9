"""Static files under names that carry their content's hash, so that browsers may keep them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Also rewrites the paths in ES modules' `import` and `export` statements to the hashed names."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 20
    """A module's own name is known once those of all it imports are: as many passes as the longest chain of imports."""
